/** The tree in the Test Explorer, kept as the server tells it; what did not change stays the same item. */
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type { RunArguments, TestNode, TestTree } from './protocol';

export class TestTreeView {
  /** All items by their ids. */
  readonly items = new Map<string, vscode.TestItem>();
  private discovery: Promise<void> | undefined;
  private isStale = false;
  private client: LanguageClient | undefined;

  constructor(
    private readonly controller: vscode.TestController,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  roots(): vscode.TestItem[] {
    return collect(this.controller.items);
  }

  /** The items that a code lens means; undefined for all. */
  named(what: RunArguments): vscode.TestItem[] | undefined {
    if (what.ids) {
      return what.ids.flatMap((id) => this.items.get(id) ?? []);
    }
    if (what.uri) {
      const uri = vscode.Uri.parse(what.uri).toString();
      return [...this.items.values()].filter((item) => item.uri?.toString() === uri && isTest(item));
    }
    return undefined;
  }

  /** Asks the server for the tree again; a call during a question makes one more question, not several. */
  refresh(client: LanguageClient | undefined): Promise<void> {
    this.client = client;
    if (this.discovery) {
      this.isStale = true;
      return this.discovery;
    }
    this.discovery = this.discover().finally(() => (this.discovery = undefined));
    return this.discovery;
  }

  private async discover(): Promise<void> {
    do {
      this.isStale = false;
      const { client } = this;
      try {
        const tree = await client?.sendRequest<TestTree>('osy/tests', {});
        if (client && tree) {
          const [first, ...others] = tree.tests;
          const isOneProject = first?.kind === 'project' && others.length === 0;
          this.items.clear();
          this.fill(client, this.controller.items, isOneProject ? (first.children ?? []) : tree.tests);
        }
      } catch (problem) {
        if (this.client === client) {
          this.log.error(`the tests could not be listed: ${String(problem)}`);
        }
      }
    } while (this.isStale && this.client);
  }

  /** Makes a collection show these nodes; items that stay are kept as they are, so that the tree does not flicker. */
  private fill(client: LanguageClient, collection: vscode.TestItemCollection, nodes: readonly TestNode[]): void {
    const wanted = new Set(nodes.map((node) => node.id));
    collection.forEach((item) => {
      if (!wanted.has(item.id)) {
        collection.delete(item.id);
      }
    });
    for (const node of nodes) {
      const uri = client.protocol2CodeConverter.asUri(node.uri);
      let item = collection.get(node.id);
      if (!item || item.uri?.toString() !== uri.toString()) {
        item = this.controller.createTestItem(node.id, node.label, uri);
        collection.add(item);
      }
      if (item.label !== node.label) {
        item.label = node.label;
      }
      const range = node.range && client.protocol2CodeConverter.asRange(node.range);
      if (!(range && item.range?.isEqual(range))) {
        item.range = range;
      }
      const tags = node.tags ?? [];
      if (tags.join() !== item.tags.map(({ id }) => id).join()) {
        item.tags = tags.map((tag) => new vscode.TestTag(tag));
      }
      this.items.set(node.id, item);
      this.fill(client, item.children, node.children ?? []);
    }
  }
}

/** The tests among the items and below them. */
export function testsIn(items: readonly vscode.TestItem[]): vscode.TestItem[] {
  return items.flatMap((item) => (isTest(item) ? [item] : testsIn(collect(item.children))));
}

function isTest(item: vscode.TestItem): boolean {
  return item.children.size === 0;
}

function collect(collection: vscode.TestItemCollection): vscode.TestItem[] {
  const items: vscode.TestItem[] = [];
  collection.forEach((item) => items.push(item));
  return items;
}
