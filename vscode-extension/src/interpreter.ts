/** Finds the Python that runs the language server: no other extension is needed for it. */
import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { promisify } from 'node:util';

/** How to start the server, and where it comes from. */
export interface Interpreter {
  readonly python: string;
  readonly path: string;
  readonly version: string;
  readonly origin: 'bundled' | 'installed';
  readonly env: NodeJS.ProcessEnv;
}

/** Why no interpreter will do, in words for the user. */
export class NoInterpreter extends Error {}

interface Probe {
  readonly version: readonly [number, number, number];
  readonly executable: string;
  readonly error: string;
}

const OLDEST: readonly [number, number] = [3, 11];

// pydantic_core is the one compiled part of the bundle: importing it tells whether the bundle fits this Python. The
// server itself is only looked for, as importing it would take as long as starting it.
const PROBE = `
import json, sys
error = ""
try:
    import importlib.util
    import pydantic_core
    if importlib.util.find_spec("osy_server") is None:
        error = "osy_server is not installed"
except Exception as problem:
    error = f"{type(problem).__name__}: {problem}"
print(json.dumps({"version": sys.version_info[:3], "executable": sys.executable, "error": error}))
`;

const run = promisify(execFile);

/** The first interpreter that can run the server: the configured one alone if there is one, else those on PATH. */
export async function findInterpreter(
  configured: string,
  extensionFolder: string,
  cacheFolder: string,
  log: (line: string) => void,
): Promise<Interpreter> {
  const bundled = path.join(extensionFolder, 'bundled', 'libs');
  const hasBundle = fs.existsSync(path.join(bundled, 'osy_server'));
  const reasons: string[] = [];
  for (const python of configured ? [configured] : candidates(extensionFolder)) {
    const ways: readonly Interpreter['origin'][] = hasBundle ? ['bundled', 'installed'] : ['installed'];
    for (const origin of ways) {
      const env = environment(origin === 'bundled' ? bundled : undefined, cacheFolder);
      const probe = await ask(python, env);
      const version = typeof probe === 'string' ? '' : probe.version.join('.');
      const problem = typeof probe === 'string' ? probe : objection(probe, version);
      if (typeof probe !== 'string' && !problem) {
        return { python, path: probe.executable, version, origin, env };
      }
      reasons.push(`${python} (${origin} server): ${problem}`);
      log(reasons[reasons.length - 1] ?? '');
      if (typeof probe === 'string' || isTooOld(probe)) {
        break; // The other server would meet the same interpreter.
      }
    }
  }
  throw new NoInterpreter(advice(configured, reasons, extensionFolder));
}

function candidates(extensionFolder: string): readonly string[] {
  const names = process.platform === 'win32' ? ['python', 'python3'] : ['python3', 'python'];
  const made = bundledFor(extensionFolder);
  return made ? [...names, `python${made}`] : names;
}

/** The Python version that the bundle's compiled part was made for, such as `3.11`. */
function bundledFor(extensionFolder: string): string {
  try {
    return fs.readFileSync(path.join(extensionFolder, 'bundled', 'python-version'), 'utf8').trim();
  } catch {
    return '';
  }
}

function environment(bundled: string | undefined, cacheFolder: string): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PYTHONUTF8: '1',
    PYTHONUNBUFFERED: '1',
    // Without it a folder that holds a `json.py` would change what the server imports.
    PYTHONSAFEPATH: '1',
  };
  delete env['PYTHONPATH'];
  delete env['PYTHONHOME'];
  if (bundled) {
    env['PYTHONPATH'] = bundled;
    env['PYTHONNOUSERSITE'] = '1';
    // The extension's folder may be read-only; without compiled files each start takes twice as long.
    env['PYTHONPYCACHEPREFIX'] = path.join(cacheFolder, 'pycache');
  }
  return env;
}

async function ask(python: string, env: NodeJS.ProcessEnv): Promise<Probe | string> {
  try {
    const { stdout } = await run(python, ['-c', PROBE], { env, timeout: 15_000, encoding: 'utf8' });
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

function advice(configured: string, reasons: readonly string[], extensionFolder: string): string {
  const wanted = `Python ${OLDEST.join('.')} or newer`;
  const tried = reasons.join('; ');
  const made = bundledFor(extensionFolder);
  const isUnfit = reasons.some((reason) => !reason.endsWith('not found') && !reason.endsWith('too old'));
  const fits = isUnfit && made ? ` The bundled server fits Python ${made}.` : '';
  if (configured) {
    return `The interpreter in the setting osy.server.interpreter cannot run the Osy# language server.${fits} ${tried}`;
  }
  if (!isUnfit) {
    return `The Osy# language server needs ${wanted}. ${tried}`;
  }
  return `No Python here can run the Osy# language server.${fits} Any ${wanted} that has osysharp-tools installed will do. ${tried}`;
}
