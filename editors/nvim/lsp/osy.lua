---@type vim.lsp.Config
return {
  cmd = { 'osy', 'lsp' },
  filetypes = { 'osy' },
  root_markers = { 'app.osy', 'package.osy', 'osy.workspace', '.git' },
}
