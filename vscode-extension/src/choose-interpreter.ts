/** The ways on when no Python will do: choose another, or install what the bundled server lacks for this one. */
import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import type { Command, Places } from './interpreter';
import { candidates, environment, tryInterpreter } from './interpreter';

const run = promisify(execFile);

interface Choice extends vscode.QuickPickItem {
  readonly python?: string;
}

/** Lets the user choose among the Pythons that are found, and writes the choice into the settings. */
export async function chooseInterpreter(places: Places): Promise<void> {
  const browse: Choice = { label: '$(folder) Browse…', description: 'choose a Python in the file system' };
  const automatic: Choice = { label: '$(search) Automatic', description: 'the first on the PATH that will do', python: '' };
  const choices = found(places).then((found): Choice[] => [automatic, ...found, browse]);
  const choice = await vscode.window.showQuickPick<Choice>(choices, {
    title: 'Python for the Osy# Language Server',
    placeHolder: 'Needs Python 3.11 or newer',
    matchOnDescription: true,
  });
  const python = choice === browse ? await browsed() : choice?.python;
  if (python !== undefined) {
    const settings = vscode.workspace.getConfiguration('osy');
    const isInWorkspace = settings.inspect('server.interpreter')?.workspaceValue !== undefined;
    await settings.update('server.interpreter', python || undefined, !isInWorkspace);
  }
}

async function browsed(): Promise<string | undefined> {
  const [chosen] = (await vscode.window.showOpenDialog({ title: 'Choose a Python', openLabel: 'Choose' })) ?? [];
  return chosen?.fsPath;
}

async function found(places: Places): Promise<Choice[]> {
  const choices = await Promise.all(
    programs(places.extensionFolder).map(async (python): Promise<Choice> => {
      let reason = '';
      const fits = await tryInterpreter([python], places, (each) => (reason = each));
      const description = fits ? `Python ${fits.version}, ${fits.origin} server` : reason.replace(/^.*? server\): /, '');
      return { label: python, description, python };
    }),
  );
  return choices.filter(({ description }) => description !== 'not found');
}

/** Where a Python may be: on the PATH, in the folders that are open, where version managers put theirs. */
function programs(extensionFolder: string): string[] {
  const isWindows = process.platform === 'win32';
  const inside = isWindows ? ['Scripts', 'python.exe'] : ['bin', 'python'];
  const trusted = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
  const folders = trusted.map(({ uri }) => uri.fsPath);
  const own = folders.flatMap((folder) => ['.venv', 'venv'].map((name) => path.join(folder, name, ...inside)));
  const pyenv = path.join(os.homedir(), '.pyenv', 'versions');
  const managed = list(pyenv).map((version) => path.join(pyenv, version, ...inside));
  const newer = isWindows ? [] : ['14', '13', '12', '11'].map((minor) => `python3.${minor}`);
  const paths = [...own, ...managed].filter((program) => fs.existsSync(program));
  return [...new Set([...candidates(extensionFolder), ...newer, ...paths])];
}

function list(folder: string): string[] {
  try {
    return fs.readdirSync(folder).sort().reverse();
  } catch {
    return [];
  }
}

/** Installs the compiled part of the server for this Python into the extension's own folder; true if it is there then. */
export async function installCompiledPart(
  [program, ...more]: Command,
  places: Places,
  log: vscode.LogOutputChannel,
): Promise<boolean> {
  const wanted = path.join(places.extensionFolder, 'bundled', 'compiled.txt');
  const options = { location: vscode.ProgressLocation.Notification, title: 'Installing the compiled part of the Osy# language server' };
  return vscode.window.withProgress(options, async () => {
    try {
      // As the server will be started, so that it finds what is installed, and pip is disturbed by nothing else.
      const env = environment([], places.storage);
      const { stdout } = await run(program, [...more, '-c', 'import sys; print("cp%d%d" % sys.version_info[:2])'], { env, encoding: 'utf8' });
      const target = path.join(places.storage, 'compiled', stdout.trim());
      // What fails half-way must not be taken for the whole.
      const draft = `${target}.part`;
      fs.rmSync(draft, { recursive: true, force: true });
      const pip = ['-m', 'pip', 'install', '--disable-pip-version-check', '--no-deps', '--require-hashes', '--only-binary', ':all:'];
      const result = await run(program, [...more, ...pip, '--target', draft, '-r', wanted], { env, encoding: 'utf8', timeout: 300_000 });
      log.info(result.stdout);
      fs.rmSync(target, { recursive: true, force: true });
      fs.renameSync(draft, target);
      return true;
    } catch (problem) {
      log.error(`the compiled part could not be installed: ${String(problem)}`);
      const show = 'Show Log';
      void vscode.window.showErrorMessage('The compiled part of the language server could not be installed.', show).then((button) => {
        if (button) {
          log.show();
        }
      });
      return false;
    }
  });
}
