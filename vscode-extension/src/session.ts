/** The one server of this window: started once the folder is trusted, restarted, stopped, and what hangs off it. */
import * as vscode from 'vscode';
import { State } from 'vscode-languageclient/node';
import type { LanguageClient } from 'vscode-languageclient/node';
import { chooseInterpreter, installCompiledPart } from './choose-interpreter';
import { createClient } from './client';
import type { Interpreter, Places } from './interpreter';
import { findInterpreter, NoInterpreter } from './interpreter';
import { followReferences } from './references';
import { StateMachinePreview } from './state-machine/preview';
import { TestExplorer } from './tests';

const { Error: Wrong, Information, Warning } = vscode.LanguageStatusSeverity;

export class Session implements vscode.Disposable {
  readonly log = vscode.window.createOutputChannel('Osy# Language Server', { log: true });
  readonly tests = new TestExplorer(this.log);
  readonly stateMachine: StateMachinePreview;
  /** What runs the server; undefined as long as nothing does. */
  interpreter: Interpreter | undefined;
  private readonly status = vscode.languages.createLanguageStatusItem('osysharp.server', { language: 'osy' });
  private client: LanguageClient | undefined;
  private references: vscode.Disposable | undefined;
  private lacksInterpreter = false;
  /** Starts and stops follow one another, so that two quick restarts do not leave two servers. */
  private queue: Promise<void> = Promise.resolve();

  constructor(private readonly context: vscode.ExtensionContext) {
    this.status.name = 'Osy# language server';
    this.stateMachine = new StateMachinePreview(context.extensionUri, this.log);
  }

  restart(): Promise<void> {
    return this.enqueue(async () => {
      await this.end();
      await this.start(true);
    });
  }

  /** Tries again where no interpreter was found; says nothing if there still is none. */
  tryAgain(): Promise<void> {
    return this.enqueue(async () => {
      if (this.lacksInterpreter) {
        await this.start(false);
      }
    });
  }

  stop(): Promise<void> {
    return this.enqueue(async () => {
      await this.end();
      this.tests.giveUp();
    });
  }

  async runAllTests(profile: 'run' | 'coverage'): Promise<void> {
    if (!this.client) {
      void vscode.window.showWarningMessage('The Osy# language server is not running, so no test can be run.');
      return;
    }
    await this.tests.runAll(profile);
  }

  async chooseInterpreter(): Promise<void> {
    await chooseInterpreter(this.places);
  }

  dispose(): void {
    this.tests.dispose();
    this.stateMachine.dispose();
    this.status.dispose();
    this.log.dispose();
  }

  private get places(): Places {
    return { extensionFolder: this.context.extensionPath, storage: this.context.globalStorageUri.fsPath };
  }

  private enqueue(step: () => Promise<void>): Promise<void> {
    this.queue = this.queue.then(step, step);
    return this.queue;
  }

  private async start(isLoud: boolean): Promise<void> {
    if (!vscode.workspace.isTrusted) {
      this.say('Not started: this folder is not trusted', '', Information, ['workbench.trust.manage', 'Manage trust']);
      return;
    }
    this.status.busy = true;
    if (isLoud) {
      this.say('Starting', '', Information);
    }
    try {
      const configured = vscode.workspace.getConfiguration('osy').get<unknown>('server.interpreter');
      const interpreter = await findInterpreter(configured, this.places, (line) => this.log.info(line));
      this.lacksInterpreter = false;
      this.interpreter = interpreter;
      this.log.info(`Python ${interpreter.version} at ${interpreter.path} runs the ${interpreter.origin} server`);
      const client = createClient(interpreter, this.log, (what) => void this.tests.run(what));
      client.onDidChangeState(({ newState }) => this.stateChanged(client, interpreter, newState));
      this.client = client;
      await client.start();
    } catch (problem) {
      this.client = undefined;
      this.interpreter = undefined;
      this.tests.giveUp();
      this.failed(problem instanceof Error ? problem : new Error(String(problem)), isLoud);
    } finally {
      this.status.busy = false;
    }
  }

  private stateChanged(client: LanguageClient, { version, origin }: Interpreter, state: State): void {
    if (state === State.Running) {
      this.say('Running', `Python ${version}, ${origin} server`, Information);
      this.tests.attach(client);
      this.stateMachine.attach(client);
      this.references?.dispose();
      this.references = followReferences(client);
    } else if (state === State.Stopped && this.client === client) {
      this.say('Stopped', 'Run “Osy: Restart Language Server”', Warning, ['osysharp.restartServer', 'Restart']);
      this.letGo();
    }
  }

  private async end(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.interpreter = undefined;
    this.letGo();
    if (client) {
      // A server that died while starting rejects the stop; there is nothing left to end then.
      await client.dispose().catch((problem: unknown) => this.log.warn(`while stopping: ${String(problem)}`));
    }
  }

  private letGo(): void {
    this.tests.detach();
    this.stateMachine.detach();
    this.references?.dispose();
    this.references = undefined;
  }

  private say(
    text: string,
    detail: string,
    severity: vscode.LanguageStatusSeverity,
    [command, title]: readonly [string, string] = ['osysharp.showServerLog', 'Show log'],
  ): void {
    this.status.text = text;
    this.status.detail = detail;
    this.status.severity = severity;
    this.status.command = { command, title };
  }

  private failed(problem: Error, isLoud: boolean): void {
    this.lacksInterpreter = problem instanceof NoInterpreter;
    if (this.lacksInterpreter) {
      this.say('Not running', problem.message, Wrong, ['osysharp.chooseInterpreter', 'Choose Python']);
    } else {
      this.say('Not running', problem.message, Wrong);
    }
    if (isLoud) {
      this.log.error(problem.stack ?? problem.message);
      // Not awaited by the queue: the message may stay open for as long as the user likes.
      void this.explain(problem);
    }
  }

  private async explain(problem: Error): Promise<void> {
    const [choose, install, howTo, showLog] = ['Choose Python', 'Install What Is Missing', 'How to Set Up', 'Show Log'];
    const unfit = problem instanceof NoInterpreter ? problem.unfit : undefined;
    const ways = problem instanceof NoInterpreter ? [choose, ...(unfit ? [install] : []), howTo] : [];
    switch (await vscode.window.showErrorMessage(problem.message, ...ways, showLog)) {
      case choose:
        await this.chooseInterpreter();
        break;
      case install:
        if (unfit && (await installCompiledPart(unfit, this.places, this.log))) {
          await this.restart();
        }
        break;
      case howTo:
        await this.showSetUp();
        break;
      case showLog:
        this.log.show();
        break;
      default:
        break;
    }
  }

  private async showSetUp(): Promise<void> {
    // Packing writes the name in small letters.
    const files = await vscode.workspace.fs.readDirectory(this.context.extensionUri);
    const name = files.map(([each]) => each).find((each) => each.toLowerCase() === 'readme.md') ?? 'README.md';
    const readme = vscode.Uri.joinPath(this.context.extensionUri, name).with({ fragment: 'python' });
    await vscode.commands.executeCommand('markdown.showPreview', readme);
  }
}
