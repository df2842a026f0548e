--- Links of the document, as Neovim 0.12 opens them by itself.
local client_module = require('osy.client')

local M = {}

--- Opens the link at the cursor; what is no link of the server is opened as Neovim does.
function M.open()
  local client = client_module.needed(0)
  if not client then
    return
  end
  local here = vim.lsp.util.make_position_params(0, client.offset_encoding).position
  local params = { textDocument = vim.lsp.util.make_text_document_params(0) }
  client_module.ask(client, 'textDocument/documentLink', params, function(links)
    local target = M.at(links or {}, here) or vim.fn.expand('<cfile>')
    local path = vim.startswith(target, 'file:') and vim.uri_to_fname((target:gsub('#.*$', '')))
    if path and (vim.endswith(path, '.osy') or vim.endswith(path, '.md')) then
      return vim.cmd.edit(vim.fn.fnameescape(path))
    end
    local _, trouble = vim.ui.open(target)
    if trouble then
      client_module.complain(trouble)
    end
  end, 0)
end

--- The target of the link at a position.
---@param links table[]
---@param position { line: integer, character: integer }
---@return string?
function M.at(links, position)
  for _, link in ipairs(links) do
    local first, last = link.range.start, link.range['end']
    local is_after = position.line > first.line or (position.line == first.line and position.character >= first.character)
    local is_before = position.line < last.line or (position.line == last.line and position.character < last.character)
    if is_after and is_before then
      return link.target
    end
  end
end

return M
