/** The Test Explorer: its tree comes from the server's analysis, its results from the server's test events. */
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type { RunArguments, TestEvent, TestNode, TestTree } from './protocol';
import { TestRunView } from './test-run';

/** Shows the tests of the workspace and runs them through the server. */
export class TestExplorer implements vscode.Disposable {
  private readonly controller = vscode.tests.createTestController('osysharp', 'Osy#');
  private readonly items = new Map<string, vscode.TestItem>();
  private readonly runs = new Map<string, TestRunView>();
  /** Events that came before the answer that names their run. */
  private readonly early = new Map<string, TestEvent[]>();
  private readonly subscriptions: vscode.Disposable[] = [];
  private client: LanguageClient | undefined;
  private discovery: Promise<void> | undefined;
  private isStale = false;

  constructor(private readonly log: vscode.LogOutputChannel) {
    this.controller.createRunProfile(
      'Run',
      vscode.TestRunProfileKind.Run,
      (request, token) => this.runRequest(request, token),
      true,
    );
    this.controller.refreshHandler = () => this.refresh();
  }

  /** Follows a server that has just started. */
  attach(client: LanguageClient): void {
    this.detach();
    this.client = client;
    this.subscriptions.push(
      client.onNotification('osy/testsChanged', () => void this.refresh()),
      client.onNotification('osy/testEvent', (event: TestEvent) => this.receive(event)),
    );
    void this.refresh();
  }

  /** Lets go of a server that ended: runs that wait for it are over. The tree stays, as the files did not change. */
  detach(): void {
    this.client = undefined;
    this.subscriptions.splice(0).forEach((subscription) => subscription.dispose());
    this.runs.forEach((run) => run.abandon('the language server stopped before this test had a result'));
    this.runs.clear();
    this.early.clear();
  }

  dispose(): void {
    this.detach();
    this.controller.dispose();
  }

  /** Runs every test in the tree: a project that does not compile leaves the others alone. */
  async runAll(): Promise<void> {
    await this.refresh();
    await this.runRequest(new vscode.TestRunRequest(), new vscode.CancellationTokenSource().token);
  }

  /** Runs what a code lens asks for, and shows it as a run of the Test Explorer. */
  async run(what: RunArguments): Promise<void> {
    await this.refresh();
    const included = this.named(what);
    const request = new vscode.TestRunRequest(included);
    await this.start(request, included, what, new vscode.CancellationTokenSource().token);
  }

  /** Asks the server for the tree again; a call during a question makes one more question, not several. */
  private refresh(): Promise<void> {
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
      try {
        const tree = await this.client?.sendRequest<TestTree>('osy/tests', {});
        if (tree) {
          const [first, ...others] = tree.tests;
          const isOneProject = first?.kind === 'project' && others.length === 0;
          this.items.clear();
          this.fill(this.controller.items, isOneProject ? (first.children ?? []) : tree.tests);
        }
      } catch (problem) {
        this.log.error(`the tests could not be listed: ${String(problem)}`);
      }
    } while (this.isStale && this.client);
  }

  /** Makes a collection show these nodes; items that stay are kept as they are, so that the tree does not flicker. */
  private fill(collection: vscode.TestItemCollection, nodes: readonly TestNode[]): void {
    const wanted = new Set(nodes.map((node) => node.id));
    collection.forEach((item) => {
      if (!wanted.has(item.id)) {
        collection.delete(item.id);
      }
    });
    for (const node of nodes) {
      let item = collection.get(node.id);
      if (!item || item.uri?.toString() !== vscode.Uri.parse(node.uri).toString()) {
        item = this.controller.createTestItem(node.id, node.label, vscode.Uri.parse(node.uri));
        collection.add(item);
      }
      if (item.label !== node.label) {
        item.label = node.label;
      }
      item.range = node.range && this.client?.protocol2CodeConverter.asRange(node.range);
      this.items.set(node.id, item);
      this.fill(item.children, node.children ?? []);
    }
  }

  private named(what: RunArguments): vscode.TestItem[] | undefined {
    if (what.ids) {
      return what.ids.flatMap((id) => this.items.get(id) ?? []);
    }
    if (what.uri) {
      const uri = vscode.Uri.parse(what.uri).toString();
      return [...this.items.values()].filter((item) => item.uri?.toString() === uri && isTest(item));
    }
    return undefined;
  }

  private async runRequest(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    const excluded = new Set(request.exclude?.flatMap((item) => testsIn([item])) ?? []);
    const roots = request.include ?? collect(this.controller.items);
    const tests = testsIn(roots).filter((item) => !excluded.has(item));
    await this.start(request, tests, { ids: tests.map((item) => item.id), profile: 'run' }, token);
  }

  private async start(
    request: vscode.TestRunRequest,
    included: readonly vscode.TestItem[] | undefined,
    what: RunArguments,
    token: vscode.CancellationToken,
  ): Promise<void> {
    const client = this.client;
    const tests = testsIn(included ?? collect(this.controller.items));
    const view = new TestRunView(this.controller.createTestRun(request), tests, this.items);
    if (!client) {
      view.abandon('the language server is not running');
      return;
    }
    if (tests.length === 0) {
      view.abandon('there are no tests to run');
      return;
    }
    try {
      const { runId } = await client.sendRequest<{ runId: string }>('workspace/executeCommand', {
        command: 'osy.test.run',
        arguments: [what],
      });
      this.runs.set(runId, view);
      const cancel = (): void => void client
        .sendRequest('workspace/executeCommand', { command: 'osy.test.cancel', arguments: [{ runId }] })
        .catch((problem: unknown) => this.log.error(`the run could not be cancelled: ${String(problem)}`));
      const both = [token, view.run.token].map((each) => each.onCancellationRequested(cancel));
      if (token.isCancellationRequested) {
        cancel();
      }
      (this.early.get(runId) ?? []).forEach((event) => this.receive(event));
      this.early.delete(runId);
      await view.ended;
      both.forEach((subscription) => subscription.dispose());
    } catch (problem) {
      this.log.error(`the tests could not be run: ${String(problem)}`);
      view.abandon(problem instanceof Error ? problem.message : String(problem));
    }
  }

  private receive(event: TestEvent): void {
    const view = this.runs.get(event.runId);
    if (!view) {
      this.early.set(event.runId, [...(this.early.get(event.runId) ?? []), event]);
      return;
    }
    view.receive(event);
    if (event.event === 'run-finished') {
      this.runs.delete(event.runId);
    }
  }
}

function collect(collection: vscode.TestItemCollection): vscode.TestItem[] {
  const items: vscode.TestItem[] = [];
  collection.forEach((item) => items.push(item));
  return items;
}

function isTest(item: vscode.TestItem): boolean {
  return item.children.size === 0;
}

function testsIn(items: readonly vscode.TestItem[]): vscode.TestItem[] {
  return items.flatMap((item) => (isTest(item) ? [item] : testsIn(collect(item.children))));
}
