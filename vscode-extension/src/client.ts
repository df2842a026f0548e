/** The language client: how the server process is started and what we announce to it. */
import * as vscode from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import type { ClientCapabilities, Executable, LanguageClientOptions, StaticFeature } from 'vscode-languageclient/node';
import type { Interpreter } from './interpreter';
import type { RunArguments } from './protocol';

/** A client for the server that this interpreter runs; `onRun` takes over the runs that code lenses ask for. */
export function createClient(
  interpreter: Interpreter,
  log: vscode.LogOutputChannel,
  onRun: (what: RunArguments) => void,
): LanguageClient {
  const server: Executable = {
    command: interpreter.python[0],
    args: [...interpreter.python.slice(1), '-m', 'osy_server'],
    transport: TransportKind.stdio,
    options: { env: interpreter.env },
  };
  const options: LanguageClientOptions = {
    documentSelector: [{ scheme: 'file', language: 'osy' }],
    outputChannel: log,
    markdown: { supportHtml: false, isTrusted: false },
    middleware: {
      executeCommand: (command, args, next) => {
        if (command !== 'osy.test.run') {
          return next(command, args);
        }
        onRun((args[0] ?? { profile: 'run' }) as RunArguments);
        return undefined;
      },
    },
  };
  const client = new LanguageClient('osy', 'Osy#', server, options);
  client.registerFeature(new AnnounceOsy());
  return client;
}

/** Tells the server that this client understands `osy/testEvent` and `osy/testsChanged`. */
class AnnounceOsy implements StaticFeature {
  fillClientCapabilities(capabilities: ClientCapabilities): void {
    capabilities.experimental = { ...(capabilities.experimental as object | undefined), osy: true };
  }

  initialize(): void {}

  getState(): { kind: 'static' } {
    return { kind: 'static' };
  }

  clear(): void {}
}
