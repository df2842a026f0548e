--- The buffer with what the last test run told.
local M = {}

local NAME = 'osy://output'
---@type integer?
local buffer
---@type osy.Run?
local shown
local shown_count = 0

---@return integer
local function made()
  if not buffer or not vim.api.nvim_buf_is_valid(buffer) then
    buffer = vim.api.nvim_create_buf(false, true)
    vim.api.nvim_buf_set_name(buffer, NAME)
    vim.bo[buffer].bufhidden = 'hide'
    vim.bo[buffer].filetype = 'osyoutput'
    vim.bo[buffer].modifiable = false
    vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = buffer, desc = 'Close' })
    vim.keymap.set('n', '<CR>', M.jump, { buffer = buffer, desc = 'Go to the place that the line names' })
  end
  return buffer
end

--- Brings the buffer up to what the run has told: what is new is added.
---@param run osy.Run
function M.changed(run)
  local bufnr = made()
  if shown ~= run then
    shown, shown_count = run, 0
  end
  if #run.lines == shown_count and shown_count > 0 then
    return
  end
  vim.bo[bufnr].modifiable = true
  vim.api.nvim_buf_set_lines(bufnr, shown_count, -1, false, vim.list_slice(run.lines, shown_count + 1))
  vim.bo[bufnr].modifiable = false
  shown_count = #run.lines
  for _, window in ipairs(vim.fn.win_findbuf(bufnr)) do
    if window ~= vim.api.nvim_get_current_win() then
      vim.api.nvim_win_set_cursor(window, { vim.api.nvim_buf_line_count(bufnr), 0 })
    end
  end
end

--- Goes to the place that the line names, in the window that one came from.
function M.jump()
  local file, line, column = vim.api.nvim_get_current_line():match('([^%s(]+):(%d+):(%d+)')
  if not file then
    return require('osy.client').say('this line names no place', vim.log.levels.WARN)
  end
  local bufnr = vim.fn.bufadd(file)
  vim.bo[bufnr].buflisted = true
  vim.cmd('wincmd p')
  if vim.api.nvim_get_current_buf() == buffer then
    vim.cmd('aboveleft split')
  end
  if vim.api.nvim_get_current_buf() ~= bufnr then
    vim.api.nvim_win_set_buf(0, bufnr)
  end
  local last = vim.api.nvim_buf_line_count(bufnr)
  local row = math.min(tonumber(line) --[[@as integer]], last)
  local text = vim.api.nvim_buf_get_lines(bufnr, row - 1, row, false)[1] or ''
  local count = math.min(tonumber(column) - 1, vim.str_utfindex(text, 'utf-32'))
  vim.api.nvim_win_set_cursor(0, { row, vim.str_byteindex(text, 'utf-32', count, false) })
end

--- Shows the buffer in a split, or goes to the window that shows it.
---@param mods string?
function M.open(mods)
  local bufnr = made()
  local window = vim.fn.win_findbuf(bufnr)[1]
  if window then
    return vim.api.nvim_set_current_win(window)
  end
  vim.cmd((mods and mods ~= '' and mods or 'botright') .. ' 12split')
  vim.api.nvim_win_set_buf(0, bufnr)
  vim.wo[0][0].wrap = false
  vim.wo[0][0].number = false
end

return M
