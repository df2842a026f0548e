-- The state machine as a picture of characters beside its source, and as SVG.
local s = dofile(vim.env.OSY_SUPPORT)
local MODEL = 'app/model/order.osy'

--- The window and the buffer of the picture.
local function picture()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    local bufnr = vim.api.nvim_win_get_buf(window)
    if vim.bo[bufnr].filetype == 'osygraph' then
      return { window = window, bufnr = bufnr }
    end
  end
end

local function shows(part)
  return s.wait('a picture with ' .. part, function()
    local found = picture()
    return found and s.text(found.bufnr):find(part, 1, true) and found
  end)
end

--- The name in the box that is marked.
local function marked()
  local found = picture()
  local namespace = vim.api.nvim_get_namespaces()['osy.graph']
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(found.bufnr, namespace, 0, -1, { details = true })) do
    if mark[4].hl_group == 'OsyGraphState' then
      local line = vim.api.nvim_buf_get_lines(found.bufnr, mark[2], mark[2] + 1, false)[1]
      return line:sub(mark[3] + 1, mark[4].end_col):match('%w+')
    end
  end
end

local function move_to(text)
  s.put_cursor(text)
  vim.api.nvim_exec_autocmds('CursorMoved', { buffer = 0 })
end

s.run({
  {
    'the lens shows it',
    function()
      s.edit(MODEL)
      local row = s.put_cursor('workflow Sale')
      s.wait('the lens', function()
        return vim.iter(vim.lsp.codelens.get(vim.lsp.codelens.enable and { bufnr = 0 } or 0)):any(function(one)
          local lens = one.lens or one
          return lens.range.start.line == row and lens.command and lens.command.title == 'Show state machine'
        end)
      end)
      vim.lsp.codelens.run()
      shows('─ Open ─')
      s.equal(vim.api.nvim_buf_get_name(0), s.path(MODEL))
    end,
  },
  {
    'the state at the cursor is marked',
    function()
      s.equal(marked(), nil)
      move_to('late.Rel|ease')
      s.equal(marked(), 'Open')
      move_to('terminal success Pa|id')
      s.equal(marked(), 'Paid')
      move_to('enum Stage')
      s.equal(marked(), nil)
    end,
  },
  {
    'from the picture to the source',
    function()
      vim.api.nvim_set_current_win(picture().window)
      s.put_cursor('═ Go|ne ═')
      s.type('<CR>')
      s.equal(s.line(), 'terminal cancel Gone { }')
      -- Anywhere in a box, and on the label of a move.
      vim.api.nvim_set_current_win(picture().window)
      s.put_cursor('Assigned wi|thin 4 h')
      s.type('<CR>')
      s.equal(s.line(), 'state Open {')
      vim.api.nvim_set_current_win(picture().window)
      vim.fn.search('Cancel', 'w')
      s.type('<CR>')
      s.contains(s.text(), s.line())
      s.equal(vim.api.nvim_buf_get_name(0), s.path(MODEL))
    end,
  },
  {
    'it follows the text while one types',
    function()
      s.replace('terminal cancel Gone { }', 'terminal cancel Gone { } state Shelved { on Cancel { goto Gone; } }')
      shows('─ Shelved ─')
      s.equal(vim.bo.modified, true)
    end,
  },
  {
    'while the text is broken the last good one stays',
    function()
      s.replace('state Shelved { on', 'state Shelved { on on {')
      local found = shows('the last good picture')
      s.contains(s.text(found.bufnr), '─ Shelved ─')
      s.replace('state Shelved { on on {', 'state Shelf { on')
      found = shows('─ Shelf ─')
      assert(not s.text(found.bufnr):find('last good', 1, true))
    end,
  },
  {
    'a workflow that has gone',
    function()
      s.replace('workflow Sale {', 'workflow Deal {')
      shows('There is no workflow `Sale`')
      s.replace('workflow Deal {', 'workflow Sale {')
      s.wait('its picture', function()
        return not s.text(picture().bufnr):find('There is no', 1, true)
      end)
    end,
  },
  {
    'by the command, with completion',
    function()
      vim.api.nvim_set_current_win(picture().window)
      s.type('q')
      s.equal(picture(), nil)
      s.equal(vim.fn.getcompletion('Osy graph ', 'cmdline'), { 'svg', 'Sale' })
      move_to('state Op|en')
      vim.cmd('Osy graph Sale')
      shows('─ Open ─')
      s.equal(marked(), 'Open')
      vim.cmd('Osy graph Nothing')
      s.said('there is no workflow `Nothing`')
      vim.cmd('Osy graph')
      s.equal(#vim.tbl_filter(function(window)
        return vim.bo[vim.api.nvim_win_get_buf(window)].filetype == 'osygraph'
      end, vim.api.nvim_list_wins()), 1)
    end,
  },
  {
    'the SVG, into a file and opened',
    function()
      local file = s.path('sale.svg')
      vim.cmd('Osy graph svg ' .. file)
      s.said('wrote ' .. file)
      s.contains(table.concat(vim.fn.readfile(file), '\n'), '<svg')
      vim.api.nvim_set_current_win(picture().window)
      s.type('s')
      s.wait('the picture to be opened', function()
        return s.opened[1]
      end)
      s.contains(s.opened[1], 'Sale.svg')
      vim.cmd('Osy graph svg ' .. s.path('no/such/folder.svg'))
      s.said('cannot be written')
      vim.cmd('only!')
    end,
  },
})
