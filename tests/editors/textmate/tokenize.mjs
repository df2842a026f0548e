// Tokenises texts with the real TextMate engine of VS Code: `node tokenize.mjs SYNTAXES < texts.json`.
// In: a list of { scope, text }. Out: for each text the list of its lines, each a list of [text, scopes].
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const folder = process.argv[2];
const require = createRequire(path.join(folder, '..', 'package.json'));
const { INITIAL, Registry, parseRawGrammar } = require('vscode-textmate');
const { createOnigScanner, createOnigString, loadWASM } = require('vscode-oniguruma');

const wasm = readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm'));
await loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));

// The least that a Markdown grammar is: one scope over everything, into which ours is injected.
const markdown = { scopeName: 'text.html.markdown', patterns: [{ match: '\\S+', name: 'word.markdown' }] };
const files = {
    'source.osy': 'osy.tmLanguage.json',
    'markdown.osy.codeblock': 'osy.markdown-injection.tmLanguage.json',
};

const registry = new Registry({
    onigLib: Promise.resolve({ createOnigScanner, createOnigString }),
    loadGrammar: async (scope) => {
        if (scope === 'text.html.markdown') return parseRawGrammar(JSON.stringify(markdown), 'markdown.json');
        const file = files[scope];
        return file ? parseRawGrammar(readFileSync(path.join(folder, file), 'utf8'), file) : null;
    },
    getInjections: (scope) => (scope === 'text.html.markdown' ? ['markdown.osy.codeblock'] : undefined),
});

const answer = [];
for (const { scope, text } of JSON.parse(readFileSync(0, 'utf8'))) {
    const grammar = await registry.loadGrammar(scope);
    let stack = INITIAL;
    answer.push(
        text.split('\n').map((line) => {
            const result = grammar.tokenizeLine(line, stack);
            stack = result.ruleStack;
            return result.tokens.map((token) => [line.slice(token.startIndex, token.endIndex), token.scopes]);
        }),
    );
}
process.stdout.write(JSON.stringify(answer));
