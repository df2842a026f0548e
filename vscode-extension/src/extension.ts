/** Entry point: starts the language server once the folder is trusted, restarts and stops it, and owns the commands. */
import * as vscode from 'vscode';
import { State } from 'vscode-languageclient/node';
import type { LanguageClient } from 'vscode-languageclient/node';
import { createClient } from './client';
import { findInterpreter, NoInterpreter } from './interpreter';
import { TestExplorer } from './tests';

let session: Session | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  session = new Session(context);
  context.subscriptions.push(
    session,
    vscode.commands.registerCommand('osysharp.restartServer', () => session?.restart()),
    vscode.commands.registerCommand('osysharp.showServerLog', () => session?.log.show()),
    vscode.commands.registerCommand('osysharp.runAllTests', () => session?.runAllTests()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => session?.restart()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('osy.server.interpreter')) {
        void session?.restart();
      }
    }),
  );
  await session.restart();
}

export async function deactivate(): Promise<void> {
  await session?.stop();
}

/** The one server of this window and what hangs off it. */
class Session implements vscode.Disposable {
  readonly log = vscode.window.createOutputChannel('Osy# Language Server', { log: true });
  private readonly status = vscode.languages.createLanguageStatusItem('osysharp.server', { language: 'osy' });
  private readonly tests = new TestExplorer(this.log);
  private client: LanguageClient | undefined;
  /** Starts and stops follow one another, so that two quick restarts do not leave two servers. */
  private queue: Promise<void> = Promise.resolve();

  constructor(private readonly context: vscode.ExtensionContext) {
    this.status.name = 'Osy# language server';
    this.status.command = { command: 'osysharp.showServerLog', title: 'Show log' };
  }

  restart(): Promise<void> {
    return this.enqueue(async () => {
      await this.end();
      await this.start();
    });
  }

  stop(): Promise<void> {
    return this.enqueue(() => this.end());
  }

  async runAllTests(): Promise<void> {
    if (!this.client) {
      void vscode.window.showWarningMessage('The Osy# language server is not running, so no test can be run.');
      return;
    }
    await this.tests.runAll();
  }

  dispose(): void {
    this.tests.dispose();
    this.status.dispose();
    this.log.dispose();
  }

  private enqueue(step: () => Promise<void>): Promise<void> {
    this.queue = this.queue.then(step, step);
    return this.queue;
  }

  private async start(): Promise<void> {
    if (!vscode.workspace.isTrusted) {
      this.say('Not started: this folder is not trusted', '', vscode.LanguageStatusSeverity.Information);
      return;
    }
    this.status.busy = true;
    this.say('Starting', '', vscode.LanguageStatusSeverity.Information);
    try {
      const configured = vscode.workspace.getConfiguration('osy').get<string>('server.interpreter', '').trim();
      const { extensionPath, globalStorageUri } = this.context;
      const interpreter = await findInterpreter(configured, extensionPath, globalStorageUri.fsPath, (line) =>
        this.log.info(line),
      );
      this.log.info(`Python ${interpreter.version} at ${interpreter.path} runs the ${interpreter.origin} server`);
      const client = createClient(interpreter, this.log, (what) => void this.tests.run(what));
      client.onDidChangeState(({ newState }) => {
        if (newState === State.Running) {
          const detail = `Python ${interpreter.version}, ${interpreter.origin} server`;
          this.say('Running', detail, vscode.LanguageStatusSeverity.Information);
          this.tests.attach(client);
        } else if (newState === State.Stopped) {
          this.say('Stopped', 'Run “Osy: Restart Language Server”', vscode.LanguageStatusSeverity.Warning);
          this.tests.detach();
        }
      });
      this.client = client;
      await client.start();
    } catch (problem) {
      this.client = undefined;
      await this.explain(problem instanceof Error ? problem : new Error(String(problem)));
    } finally {
      this.status.busy = false;
    }
  }

  private async end(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.tests.detach();
    if (client) {
      // A server that died while starting rejects the stop; there is nothing left to end then.
      await client.dispose().catch((problem: unknown) => this.log.warn(`while stopping: ${String(problem)}`));
    }
  }

  private say(text: string, detail: string, severity: vscode.LanguageStatusSeverity): void {
    this.status.text = text;
    this.status.detail = detail;
    this.status.severity = severity;
  }

  private async explain(problem: Error): Promise<void> {
    this.log.error(problem.stack ?? problem.message);
    this.say('Not running', problem.message, vscode.LanguageStatusSeverity.Error);
    const choose = 'Choose Interpreter';
    const howTo = 'How to Set Up';
    const showLog = 'Show Log';
    const buttons = problem instanceof NoInterpreter ? [choose, howTo, showLog] : [showLog];
    // Not awaited by the caller's queue: the message may stay open for as long as the user likes.
    void vscode.window.showErrorMessage(problem.message, ...buttons).then(async (button) => {
      if (button === choose) {
        await vscode.commands.executeCommand('workbench.action.openSettings', 'osy.server.interpreter');
      } else if (button === howTo) {
        // Packing writes the name in small letters.
        const files = await vscode.workspace.fs.readDirectory(this.context.extensionUri);
        const name = files.map(([each]) => each).find((each) => each.toLowerCase() === 'readme.md') ?? 'README.md';
        const readme = vscode.Uri.joinPath(this.context.extensionUri, name).with({ fragment: 'python' });
        await vscode.commands.executeCommand('markdown.showPreview', readme);
      } else if (button === showLog) {
        this.log.show();
      }
    });
  }
}
