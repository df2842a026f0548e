/** Finds the Python that runs the language server: no other extension is needed for it. */
import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { promisify } from 'node:util';

/** A program and its first arguments, such as `py` and `-3.12`. */
export type Command = readonly [string, ...string[]];

/** How to start the server, and where it comes from. */
export interface Interpreter {
  readonly python: Command;
  readonly path: string;
  readonly version: string;
  readonly origin: 'bundled' | 'installed';
  readonly env: NodeJS.ProcessEnv;
}

/** Why no interpreter will do, in words for the user. */
export class NoInterpreter extends Error {
  /** `unfit` is a Python that is new enough, and lacks only the compiled part of the server. */
  constructor(
    message: string,
    readonly unfit: Command | undefined,
  ) {
    super(message);
  }
}

/** What a Python says of itself. `error` is why it cannot run the server, empty if it can. */
export interface Probe {
  readonly version: readonly [number, number, number];
  readonly executable: string;
  /** The folders of the compiled part that go with it. */
  readonly compiled: readonly string[];
  readonly error: string;
}

/** Where the server may come from. */
export interface Places {
  readonly extensionFolder: string;
  /** Where this extension may write: compiled files, and the compiled part where the package has none that fits. */
  readonly storage: string;
}

const OLDEST: readonly [number, number] = [3, 11];

// What is compiled tells whether the bundle fits this Python: pydantic for the server, the others for what it starts. The
// server itself is only looked for, as importing it would take as long as starting it.
const PROBE = `
import json, os, sys
tag = "cp%d%d" % sys.version_info[:2]
compiled = [folder for root in sys.argv[1:] for folder in [os.path.join(root, tag)] if os.path.isdir(folder)]
sys.path[1:1] = compiled
error = ""
try:
    import importlib.util
    import pydantic_core, regex
    if importlib.util.find_spec("osy_server") is None:
        error = "osy_server is not installed"
except Exception as problem:
    error = f"{type(problem).__name__}: {problem}"
print(json.dumps({"version": sys.version_info[:3], "executable": sys.executable, "compiled": compiled, "error": error}))
`;

const run = promisify(execFile);

/**
 * The first interpreter that can run the server: the configured one alone if there is one, else those on PATH. A setting is a
 * text, or a list of texts where arguments belong to it.
 */
export async function findInterpreter(setting: unknown, places: Places, log: (line: string) => void): Promise<Interpreter> {
  const reasons: string[] = [];
  const configured = commandOf(setting);
  const canInstall = fs.existsSync(path.join(places.extensionFolder, 'bundled', 'compiled.txt'));
  let unfit: Command | undefined;
  for (const python of configured ? [configured] : candidates(places.extensionFolder).map((each): Command => [each])) {
    const found = await tryInterpreter(python, places, (reason) => {
      reasons.push(reason);
      log(reason);
      if (canInstall && reason.includes(' (bundled server): ') && isUnfit(reason)) {
        unfit ??= python;
      }
    });
    if (found) {
      return found;
    }
  }
  throw new NoInterpreter(advice(configured !== undefined, reasons, places.extensionFolder), unfit);
}

/** The command that a setting means: a text as it stands, blanks and all, or the texts of a list; undefined for none. */
export function commandOf(setting: unknown): Command | undefined {
  const words = Array.isArray(setting) ? setting : [setting];
  const [program, ...more] = words.filter((word): word is string => typeof word === 'string').map((word) => word.trim());
  return program ? [program, ...more] : undefined;
}

/** How this Python runs the server: the bundled one if that fits, else one that is installed; undefined if it cannot. */
export async function tryInterpreter(
  python: Command,
  places: Places,
  because: (reason: string) => void,
): Promise<Interpreter | undefined> {
  const bundled = path.join(places.extensionFolder, 'bundled', 'libs');
  const hasBundle = fs.existsSync(path.join(bundled, 'osy_server'));
  const ways: readonly Interpreter['origin'][] = hasBundle ? ['bundled', 'installed'] : ['installed'];
  for (const origin of ways) {
    const isBundled = origin === 'bundled';
    const roots = isBundled ? compiledRoots(places) : [];
    const probe = await ask(python, environment(isBundled ? [bundled] : [], places.storage), roots);
    const version = typeof probe === 'string' ? '' : probe.version.join('.');
    const problem = typeof probe === 'string' ? probe : objection(probe, version);
    if (typeof probe !== 'string' && !problem) {
      const env = environment(isBundled ? [bundled, ...probe.compiled] : [], places.storage);
      return { python, path: probe.executable, version, origin, env };
    }
    because(`${python.join(' ')} (${origin} server): ${problem}`);
    if (typeof probe === 'string' || isTooOld(probe)) {
      return undefined; // The other server would meet the same interpreter.
    }
  }
  return undefined;
}

/** Where the compiled part may be: in the package, and where the extension installed it itself. */
function compiledRoots({ extensionFolder, storage }: Places): readonly string[] {
  return [path.join(extensionFolder, 'bundled', 'compiled'), path.join(storage, 'compiled')];
}

/** The commands that may be a Python, the likeliest first. */
export function candidates(extensionFolder: string): readonly string[] {
  const names = process.platform === 'win32' ? ['python', 'python3', 'py'] : ['python3', 'python'];
  return [...names, ...bundledFor(extensionFolder).reverse().map((version) => `python${version}`)];
}

/** The Python versions that the bundle's compiled part was made for, such as `3.11`, the oldest first. */
function bundledFor(extensionFolder: string): string[] {
  try {
    return fs.readFileSync(path.join(extensionFolder, 'bundled', 'python-version'), 'utf8').split(/\s+/).filter(Boolean);
  } catch {
    return [];
  }
}

/** What a Python that we start may see: nothing of the user's Python paths; the bundled server, where that is meant. */
export function environment(bundled: readonly string[], storage: string): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PYTHONUTF8: '1',
    PYTHONUNBUFFERED: '1',
    // Without it a folder that holds a `json.py` would change what the server imports.
    PYTHONSAFEPATH: '1',
  };
  delete env['PYTHONPATH'];
  delete env['PYTHONHOME'];
  if (bundled.length > 0) {
    env['PYTHONPATH'] = bundled.join(path.delimiter);
    env['PYTHONNOUSERSITE'] = '1';
    // The extension's folder may be read-only; without compiled files each start takes twice as long.
    env['PYTHONPYCACHEPREFIX'] = path.join(storage, 'pycache');
  }
  return env;
}

async function ask([program, ...more]: Command, env: NodeJS.ProcessEnv, roots: readonly string[]): Promise<Probe | string> {
  try {
    const { stdout } = await run(program, [...more, '-c', PROBE, ...roots], { env, timeout: 15_000, encoding: 'utf8' });
    return JSON.parse(stdout) as Probe;
  } catch (problem) {
    const failure = problem as NodeJS.ErrnoException;
    return failure.code === 'ENOENT' ? 'not found' : failure.message.trim().split('\n').slice(0, 3).join(' ');
  }
}

function isTooOld(probe: Probe): boolean {
  const [major, minor] = probe.version;
  return major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]);
}

function objection(probe: Probe, version: string): string {
  return isTooOld(probe) ? `Python ${version} is too old` : probe.error;
}

/** Whether it is for another reason than its age that a Python which is there cannot run the server. */
function isUnfit(reason: string): boolean {
  return !reason.endsWith('not found') && !reason.endsWith('too old');
}

function advice(isConfigured: boolean, reasons: readonly string[], extensionFolder: string): string {
  const wanted = `Python ${OLDEST.join('.')} or newer`;
  const tried = reasons.filter((reason) => !/^python3\.\d+ .*not found$/.test(reason)).join('; ');
  const made = bundledFor(extensionFolder).join(', ');
  const isAnyUnfit = reasons.some(isUnfit);
  const fits = isAnyUnfit && made ? ` The bundled server fits Python ${made}.` : '';
  if (isConfigured) {
    return `The interpreter in the setting osy.server.interpreter cannot run the Osy# language server.${fits} ${tried}`;
  }
  if (!isAnyUnfit) {
    return `The Osy# language server needs ${wanted}. ${tried}`;
  }
  return `No Python here can run the Osy# language server.${fits} Any ${wanted} that has osysharp-tools installed will do. ${tried}`;
}
