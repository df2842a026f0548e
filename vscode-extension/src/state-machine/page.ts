/** The page in the preview: nothing but our own script and style may run or load in it. */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

export function page(webview: vscode.Webview, extension: vscode.Uri): string {
  const nonce = randomBytes(16).toString('base64');
  const file = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(extension, 'out', name)).toString();
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>State machine</title>
<link rel="stylesheet" href="${file('preview.css')}" nonce="${nonce}">
</head>
<body>
<header role="toolbar" aria-label="State machine">
<select id="workflow" aria-label="Workflow"></select>
<span id="stale" role="status"></span>
<button id="smaller" title="Zoom out (-)" aria-label="Zoom out">−</button>
<button id="larger" title="Zoom in (+)" aria-label="Zoom in">+</button>
<button id="fit" title="Fit the picture into the panel (0)">Fit</button>
<button id="list" title="Show the states and moves as a list" aria-pressed="false">List</button>
<button id="export" title="Save the picture as an SVG file">Export</button>
</header>
<p id="nothing" role="status"></p>
<pre id="text" hidden></pre>
<main>
<div id="picture"></div>
<nav id="outline" aria-label="States and moves" hidden></nav>
</main>
<script src="${file('preview.js')}" nonce="${nonce}"></script>
</body>
</html>`;
}
