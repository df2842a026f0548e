/** What a run reached, as VS Code shows it: lines as statements, arms as branches, states and the like as declarations. */
import * as vscode from 'vscode';
import type { CoverageReport, ElementCount } from './protocol';

type Lines = CoverageReport['files'][number]['lines'];

/** A line that counts as a statement, with the arms that are chosen among there. */
interface Statement {
  readonly line: number;
  readonly count: number;
  readonly arms: readonly ElementCount[];
}

/** A file with its details, which VS Code asks for when it shows the file; its totals count just these. */
export class CoveredFile extends vscode.FileCoverage {
  private readonly statements: readonly Statement[];
  private readonly declarations: readonly ElementCount[];

  constructor(uri: vscode.Uri, lines: Lines, elements: readonly ElementCount[]) {
    const branches = elements.filter(isBranch);
    const statements = statementsOf(lines, branches);
    const declarations = elements.filter(isDeclaration);
    super(uri, share(statements), branches.length ? share(branches) : undefined, declarations.length ? share(declarations) : undefined);
    this.statements = statements;
    this.declarations = declarations;
  }

  /** Everything in the file that can be reached, with how often it was. */
  details(): vscode.FileCoverageDetail[] {
    const declarations = this.declarations.map((each) => new vscode.DeclarationCoverage(nameOf(each), each.count, start(each.line)));
    return [...this.statements.map(detail), ...declarations];
  }
}

/** The files of a report. */
export function coveredFiles(report: CoverageReport): CoveredFile[] {
  const uris = new Set([...report.files, ...report.workflows].map(({ uri }) => uri));
  return [...uris].map((uri) => {
    const lines = report.files.find((file) => file.uri === uri)?.lines ?? [];
    const elements = report.workflows.filter((workflow) => workflow.uri === uri).flatMap((workflow) => workflow.elements);
    return new CoveredFile(vscode.Uri.parse(uri), lines, elements);
  });
}

function isBranch({ kind }: ElementCount): boolean {
  return kind === 'arm' || kind === 'breach';
}

/** A move is a statement already. */
function isDeclaration(element: ElementCount): boolean {
  return !isBranch(element) && element.kind !== 'transition';
}

function share(counts: readonly { readonly count: number }[]): vscode.TestCoverageCount {
  return new vscode.TestCoverageCount(counts.filter(({ count }) => count > 0).length, counts.length);
}

/** The lines with their arms. VS Code knows arms of statements only, so a route, which is no line of code, counts as one. */
function statementsOf(lines: Lines, branches: readonly ElementCount[]): Statement[] {
  const arms = new Map<number, ElementCount[]>();
  for (const arm of branches) {
    const line = arm.route ?? arm.line;
    arms.set(line, [...(arms.get(line) ?? []), arm]);
  }
  const isLine = new Set(lines.map(({ line }) => line));
  const routes = [...arms].filter(([line]) => !isLine.has(line));
  return [
    ...lines.map(({ line, count }) => ({ line, count, arms: arms.get(line) ?? [] })),
    ...routes.map(([line, own]) => ({ line, count: own.reduce((sum, { count }) => sum + count, 0), arms: own })),
  ];
}

function detail({ line, count, arms }: Statement): vscode.StatementCoverage {
  const branches = arms.map((arm) => new vscode.BranchCoverage(arm.count, start(arm.line), nameOf(arm)));
  return new vscode.StatementCoverage(count, start(line), branches);
}

function nameOf({ kind, name, state }: ElementCount): string {
  return kind === 'state' ? `state ${name}` : state === null ? name : `${state}: ${name}`;
}

function start(line: number): vscode.Position {
  return new vscode.Position(Math.max(0, line - 1), 0);
}
