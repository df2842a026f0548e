--- The page of a finding or of a construct.
local client_module = require('osy.client')

local M = {}

--- The codes that are named in diagnostics, those of the current line first.
---@return string[]
function M.codes()
  local seen, codes = {}, {}
  local line = vim.api.nvim_win_get_cursor(0)[1] - 1
  for _, found in ipairs({ vim.diagnostic.get(0, { lnum = line }), vim.diagnostic.get() }) do
    for _, diagnostic in ipairs(found) do
      local code = diagnostic.code
      if type(code) == 'string' and diagnostic.source == 'osy' and not seen[code] then
        seen[code] = true
        table.insert(codes, code)
      end
    end
  end
  return codes
end

--- Shows a page in a split: of this code, else of the finding on the cursor's line.
---@param code string?
---@param mods string?
function M.open(code, mods)
  code = code or M.codes()[1]
  if not code then
    return client_module.say('there is no finding on this line; name one: `:Osy explain CODE`', vim.log.levels.WARN)
  end
  local ok, why = pcall(vim.system, client_module.program({ 'explain', code }), { text = true, timeout = 20000 }, vim.schedule_wrap(function(result)
    if result.code ~= 0 then
      local told = vim.trim(result.stderr or '')
      return client_module.complain(told ~= '' and told or ('`osy explain` ended with %d'):format(result.code))
    end
    M.show(code, result.stdout, mods)
  end))
  if not ok then
    client_module.complain(tostring(why))
  end
end

---@param code string
---@param text string
---@param mods string?
function M.show(code, text, mods)
  local bufnr = vim.api.nvim_create_buf(false, true)
  vim.bo[bufnr].bufhidden = 'wipe'
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, vim.split(vim.trim(text), '\r?\n'))
  local ours = vim.g.markdown_fenced_languages
  vim.g.markdown_fenced_languages = ours or { 'osy' }
  vim.cmd((mods and mods ~= '' and mods or 'botright') .. ' split')
  vim.api.nvim_win_set_buf(0, bufnr)
  pcall(vim.api.nvim_buf_set_name, bufnr, 'osy://explain/' .. code)
  vim.bo[bufnr].filetype = 'markdown'
  vim.bo[bufnr].modifiable = false
  vim.g.markdown_fenced_languages = ours
  vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = bufnr, desc = 'Close' })
end

return M
