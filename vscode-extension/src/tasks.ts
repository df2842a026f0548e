/** Tasks that check and test a folder with the Python and the tools that the language server runs on. */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import * as vscode from 'vscode';
import type { Interpreter } from './interpreter';

interface OsyTask extends vscode.TaskDefinition {
  readonly command: string;
  readonly args?: readonly string[];
}

const NOT_STARTED = 127;

/** Offers `osy check` and `osy test` for each folder, and runs those of `tasks.json`. */
export class OsyTasks implements vscode.TaskProvider {
  constructor(private readonly interpreter: () => Interpreter | undefined) {}

  provideTasks(): vscode.Task[] {
    return (vscode.workspace.workspaceFolders ?? []).flatMap((folder) =>
      ['check', 'test'].map((command) => this.task({ type: 'osy', command }, folder)),
    );
  }

  resolveTask(task: vscode.Task): vscode.Task | undefined {
    const definition = task.definition as OsyTask;
    return typeof definition.command === 'string' ? this.task(definition, task.scope) : undefined;
  }

  private task(definition: OsyTask, scope: vscode.WorkspaceFolder | vscode.TaskScope | undefined): vscode.Task {
    const { command, args = [] } = definition;
    const folder = scope !== undefined && typeof scope === 'object' ? scope : vscode.workspace.workspaceFolders?.[0];
    const run = new vscode.CustomExecution(async () => new Terminal(this.interpreter(), [command, ...args], folder?.uri.fsPath));
    const name = [command, ...args].join(' ');
    const task = new vscode.Task(definition, scope ?? vscode.TaskScope.Workspace, name, 'osy', run, [`$osy-${command}`]);
    task.group = command === 'test' ? vscode.TaskGroup.Test : vscode.TaskGroup.Build;
    return task;
  }
}

/** Shows what the command prints, and ends it when the task is ended. */
class Terminal implements vscode.Pseudoterminal {
  private readonly written = new vscode.EventEmitter<string>();
  private readonly closed = new vscode.EventEmitter<number>();
  readonly onDidWrite = this.written.event;
  readonly onDidClose = this.closed.event;
  private process: ChildProcess | undefined;

  constructor(
    private readonly interpreter: Interpreter | undefined,
    private readonly words: readonly string[],
    private readonly folder: string | undefined,
  ) {}

  open(): void {
    if (!this.interpreter) {
      this.written.fire('The Osy# language server is not running, so there is no Python to run this with.\r\n');
      this.closed.fire(NOT_STARTED);
      return;
    }
    const {
      python: [program, ...more],
      env,
    } = this.interpreter;
    const child = (this.process = spawn(program, [...more, '-m', 'osy_cli', ...this.words], {
      cwd: this.folder,
      env: { ...env, FORCE_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    }));
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => this.written.fire(text.replace(/\r?\n/g, '\r\n')));
    }
    child.on('error', (problem) => this.written.fire(`${problem.message}\r\n`));
    child.on('close', (code) => this.closed.fire(code ?? NOT_STARTED));
  }

  close(): void {
    this.process?.kill();
  }

  /** Ctrl-C, as in any terminal. */
  handleInput(keys: string): void {
    if (keys === '\x03') {
      this.process?.kill('SIGINT');
    }
  }
}
