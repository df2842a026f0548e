/** One run as VS Code shows it: states of the tests, failures at their lines, output. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { coveredFiles } from './coverage';
import type { CoverageReport, Place, RunState, TestEvent, TestResult } from './protocol';

/** Turns the events of one run into what the Test Explorer shows; the run always ends. */
export class TestRunView {
  /** Fulfilled when the run has ended, however it did. */
  readonly ended: Promise<void>;
  /** Whether the user has asked for its end. */
  isCancelled = false;
  private readonly open = new Set<vscode.TestItem>();
  private settle: () => void = () => {};
  private isOver = false;

  constructor(
    readonly run: vscode.TestRun,
    tests: readonly vscode.TestItem[],
    private readonly items: ReadonlyMap<string, vscode.TestItem>,
  ) {
    this.ended = new Promise((resolve) => (this.settle = resolve));
    tests.forEach((item) => this.enqueue(item));
  }

  receive(event: TestEvent): void {
    switch (event.event) {
      case 'run-started':
        break;
      case 'discovered':
        event.tests.forEach(({ id }) => this.with(id, (item) => this.enqueue(item)));
        break;
      case 'test-started':
        this.with(event.id, (item) => this.run.started(item));
        break;
      case 'output':
        this.print(event.text, event.id === null ? undefined : this.items.get(event.id));
        break;
      case 'test-finished':
        this.finish(event.result);
        break;
      case 'run-finished': {
        for (const { file, range, message } of event.diagnostics) {
          this.print(`${file}:${range.start.line}:${range.start.column}: ${message}`);
        }
        const { passed, failed, errored, skipped } = event.summary;
        const counts = Object.entries({ passed, failed, errored, skipped }).filter(([, count]) => count > 0);
        const counted = counts.map(([outcome, count]) => `${count} ${outcome}`).join(', ');
        this.print(event.cancelled ? `cancelled; ${counted || 'no test had ended'}` : counted || 'no tests were run');
        this.print(event.message ?? '');
        this.end(event.cancelled, event.message ?? 'the run ended without a result for this test');
        break;
      }
    }
  }

  /** Shows what the run reached. */
  cover(report: CoverageReport): void {
    if (!this.isOver) {
      coveredFiles(report).forEach((file) => this.run.addCoverage(file));
    }
  }

  /** Ends the run because nothing more will come. */
  abandon(reason: string): void {
    this.print(reason);
    this.end(false, reason);
  }

  private end(wasCancelled: boolean, reason: string): void {
    if (this.isOver) {
      return;
    }
    this.isOver = true;
    if (!wasCancelled) {
      this.open.forEach((item) => this.run.errored(item, new vscode.TestMessage(reason)));
    }
    this.run.end();
    this.settle();
  }

  private enqueue(item: vscode.TestItem): void {
    if (!this.open.has(item)) {
      this.open.add(item);
      this.run.enqueued(item);
    }
  }

  private with(id: string, act: (item: vscode.TestItem) => void): void {
    const item = this.items.get(id);
    if (item) {
      act(item);
    } else {
      this.print(`the test ${id} is not in the tree`);
    }
  }

  private finish(result: TestResult): void {
    this.with(result.id, (item) => {
      this.open.delete(item);
      switch (result.outcome) {
        case 'passed':
          this.run.passed(item, result.duration_ms);
          break;
        case 'failed':
          this.print(explanation(result), item);
          this.run.failed(item, this.message(result, item), result.duration_ms);
          break;
        case 'errored':
          this.print(explanation(result), item);
          this.run.errored(item, this.message(result, item), result.duration_ms);
          break;
        case 'skipped':
          this.print(`${result.name} skipped${result.message ? `: ${result.message}` : ''}`, item);
          this.run.skipped(item);
          break;
      }
    });
  }

  private message(result: TestResult, item: vscode.TestItem): vscode.TestMessage {
    const text = result.message ?? result.outcome;
    const message =
      result.expected !== null && result.actual !== null
        ? vscode.TestMessage.diff(text, result.expected, result.actual)
        : new vscode.TestMessage(text);
    const location = result.at ? locate(result.at, item) : item.uri && item.range && new vscode.Location(item.uri, item.range);
    if (location) {
      message.location = location;
    }
    if (result.frames.length > 1) {
      message.stackTrace = result.frames.map(({ function: name, at }) => {
        const { uri, range } = locate(at, item);
        return new vscode.TestMessageStackFrame(name, uri, range.start);
      });
    }
    return message;
  }

  /** Writes into the run's output, and that of the test; whole paths in it are links. */
  private print(text: string, item?: vscode.TestItem): void {
    if (this.isOver || !text) {
      return;
    }
    // The panel is a terminal: a bare line feed does not return to the first column.
    const lines = `${text.replace(/\n$/, '')}\n`.replace(/\r?\n/g, '\r\n');
    this.run.appendOutput(lines, undefined, item);
  }
}

function locate(place: Place, item: vscode.TestItem): vscode.Location {
  const uri = uriOf(place.file, item);
  const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
  const line = Math.max(0, place.line - 1);
  const text = document && line < document.lineCount ? document.lineAt(line).text : undefined;
  // The server counts characters, VS Code UTF-16 units.
  const character = text === undefined ? place.column - 1 : [...text].slice(0, place.column - 1).join('').length;
  return new vscode.Location(uri, new vscode.Position(line, Math.max(0, character)));
}

function uriOf(file: string, item: vscode.TestItem): vscode.Uri {
  if (path.isAbsolute(file)) {
    return vscode.Uri.file(file);
  }
  const folder = item.uri && vscode.workspace.getWorkspaceFolder(item.uri);
  return folder ? vscode.Uri.joinPath(folder.uri, file) : (item.uri ?? vscode.Uri.file(path.resolve(file)));
}

/** What explains a failure, for the output panel: the sentence, the calls, the rows' states, the faults. */
function explanation(result: TestResult): string {
  const at = result.at ? ` — at ${result.at.file}:${result.at.line}:${result.at.column}` : '';
  return [
    `✗ ${result.name}${at}`,
    `  ${result.message ?? result.outcome}`,
    ...result.hints.map((hint) => `  → ${hint}`),
    // A single call is the test itself, whose place is told already.
    ...(result.frames.length > 1 ? result.frames : []).map(
      ({ function: name, at: { file, line, column } }) => `    in ${name} (${file}:${line}:${column})`,
    ),
    ...result.state.flatMap(describe),
    ...result.faults.map(({ workflow, state, message, at: where }) => {
      const thrown = where ? ` (${where.file}:${where.line}:${where.column})` : '';
      return `  ⚠ ${workflow} in state ${state}: ${message}${thrown}`;
    }),
  ].join('\n');
}

function describe(run: RunState): string[] {
  return [
    `  ${run.workflow} on ${run.entity} ${run.title ?? run.row}: state ${run.state}`,
    ...run.slots.map(({ name, status, assignee }) => `    slot ${name}: ${status}${assignee ? `, held by ${assignee}` : ''}`),
    ...run.clocks.map(({ kind, name, due }) => `    clock ${kind} ${name}: due ${due}`),
    ...run.audit.map(({ at: when, text }) => `    ${when}  ${text}`),
  ];
}
