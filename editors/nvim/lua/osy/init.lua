--- What happens when the language server comes to a buffer: what it can show is shown, as far as `vim.g.osy` says.
local options = require('osy.options')

local M = {}

--- How the test runs stand, for a status line.
---@return string
function M.status()
  return require('osy.runs').status()
end

--- Lets Neovim 0.11 take a proposal of `<C-x><C-o>` for more than plain text: with its stops and its `using` line. The first
--- who enables this for a buffer says how; users who do it themselves come first.
---@param client vim.lsp.Client
---@param bufnr integer
function M.complete_whole(client, bufnr)
  vim.schedule(function()
    if vim.api.nvim_buf_is_loaded(bufnr) and client.attached_buffers[bufnr] then
      vim.lsp.completion.enable(true, client.id, bufnr, { autotrigger = false })
    end
  end)
end

---@param client vim.lsp.Client
---@param bufnr integer
function M.attach(client, bufnr)
  if options.is_on('lenses') then
    require('osy.lenses').show(client, bufnr)
  end
  if options.is_on('hints') and client:supports_method('textDocument/inlayHint', bufnr) then
    vim.lsp.inlay_hint.enable(true, { bufnr = bufnr })
  end
  if options.is_on('completion') then
    vim.lsp.completion.enable(true, client.id, bufnr, { autotrigger = true })
  elseif vim.fn.has('nvim-0.12') == 0 then
    M.complete_whole(client, bufnr)
  end
  if options.is_on('highlights') then
    M.highlight(bufnr)
  end
  if options.is_on('folding') then
    for _, window in ipairs(vim.fn.win_findbuf(bufnr)) do
      M.fold(window)
    end
  end
  M.map_links(bufnr)
  require('osy.failures').buffer_loaded(bufnr)
  require('osy.coverage').buffer_loaded(bufnr)
end

--- Marks what the name under the cursor means, wherever it rests.
---@param bufnr integer
function M.highlight(bufnr)
  local group = vim.api.nvim_create_augroup('osy_highlights_' .. bufnr, {})
  vim.api.nvim_create_autocmd({ 'CursorHold', 'CursorHoldI' }, {
    group = group,
    buffer = bufnr,
    callback = function()
      if #vim.lsp.get_clients({ name = 'osy', bufnr = bufnr }) > 0 then
        vim.lsp.buf.document_highlight()
      end
    end,
  })
  vim.api.nvim_create_autocmd({ 'CursorMoved', 'CursorMovedI', 'BufLeave' }, {
    group = group,
    buffer = bufnr,
    callback = vim.lsp.buf.clear_references,
  })
end

--- Folds by the server where the user folds in no way of their own; all folds begin open.
---@param window integer
function M.fold(window)
  if vim.wo[window].foldmethod ~= 'manual' then
    return
  end
  vim.wo[window][0].foldmethod = 'expr'
  vim.wo[window][0].foldexpr = 'v:lua.vim.lsp.foldexpr()'
  vim.wo[window][0].foldlevel = 99
end

--- Before 0.12 `gx` knows no links of language servers.
---@param bufnr integer
function M.map_links(bufnr)
  if vim.fn.has('nvim-0.12') == 1 or vim.fn.maparg('gx', 'n', false, true).buffer == 1 then
    return
  end
  vim.keymap.set('n', 'gx', function()
    require('osy.links').open()
  end, { buffer = bufnr, desc = 'Open the link at the cursor' })
end

return M
