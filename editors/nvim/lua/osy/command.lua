--- `:Osy …`: everything that is done to Osy# programs and that is no part of Neovim itself.
local M = {}

---@class osy.Command
---@field about string What it does, for the help.
---@field complete (fun(typed: string[]): string[])? What may stand next, after these words.
---@field run fun(words: string[], mods: string, bufnr: integer)

local function words(...)
  local all = { ... }
  return function(typed)
    return #typed == 0 and all or {}
  end
end

---@type table<string, fun(bufnr: integer)>
M.tests = {
  nearest = function(bufnr)
    require('osy.tests').nearest(bufnr)
  end,
  file = function(bufnr)
    require('osy.tests').file(bufnr)
  end,
  all = function(bufnr)
    require('osy.tests').all(bufnr)
  end,
  last = function()
    require('osy.runs').again()
  end,
  cancel = function()
    require('osy.runs').cancel()
  end,
}

---@type table<string, osy.Command>
M.commands = {
  test = {
    about = 'run tests',
    complete = words('nearest', 'file', 'all', 'last', 'cancel'),
    run = function(arguments, _, bufnr)
      local what = arguments[1] or 'nearest'
      if not M.tests[what] then
        return M.complain(('`:Osy test` knows no `%s`; there are nearest, file, all, last, cancel'):format(what))
      end
      M.tests[what](bufnr)
    end,
  },
  coverage = {
    about = 'run all tests and mark what they reach',
    complete = words('clear'),
    run = function(arguments, _, bufnr)
      if arguments[1] == 'clear' then
        return require('osy.coverage').clear()
      end
      require('osy.tests').all(bufnr, 'coverage')
    end,
  },
  output = {
    about = 'show what the last run told',
    run = function(_, mods)
      require('osy.output').open(mods)
    end,
  },
  failures = {
    about = 'list the failures that stand',
    run = function()
      require('osy.tests').failures()
    end,
  },
  graph = {
    about = 'show a state machine',
    complete = function(typed)
      local names = require('osy.graph').names(0)
      if #typed == 0 then
        return vim.list_extend({ 'svg' }, names)
      end
      return typed[1] == 'svg' and #typed == 1 and vim.fn.getcompletion('', 'file') or {}
    end,
    run = function(arguments, mods, bufnr)
      if arguments[1] == 'svg' then
        return require('osy.graph').svg(bufnr, nil, arguments[2])
      end
      require('osy.graph').here(bufnr, arguments[1], mods)
    end,
  },
  explain = {
    about = 'show the page of a finding',
    complete = function(typed)
      return #typed == 0 and require('osy.explain').codes() or {}
    end,
    run = function(arguments, mods)
      require('osy.explain').open(arguments[1], mods)
    end,
  },
  move = {
    about = 'give the file another name, and edit what names it',
    complete = function(typed)
      return #typed == 0 and vim.fn.getcompletion('', 'file') or {}
    end,
    run = function(arguments, _, bufnr)
      if not arguments[1] then
        return M.complain('`:Osy move` needs the new name')
      end
      require('osy.files').move(bufnr, table.concat(arguments, ' '))
    end,
  },
  restart = {
    about = 'end the language server and start it again',
    run = function()
      require('osy.client').restart()
    end,
  },
  log = {
    about = "open the log of Neovim's language servers",
    run = function(_, mods)
      vim.cmd((mods ~= '' and mods .. ' ' or '') .. 'split ' .. vim.fn.fnameescape(vim.lsp.log.get_filename()))
    end,
  },
}

---@param message string
function M.complain(message)
  require('osy.client').complain(message)
end

---@param call vim.api.keyset.create_user_command.command_args
function M.run(call)
  local name = call.fargs[1]
  local command = M.commands[name]
  if not command then
    local all = table.concat(vim.fn.sort(vim.tbl_keys(M.commands)), ', ')
    return M.complain(('there is no `:Osy %s`; there are %s'):format(name, all))
  end
  command.run(vim.list_slice(call.fargs, 2), call.mods, vim.api.nvim_get_current_buf())
end

--- What may stand at the end of a command line.
---@param lead string
---@param line string
---@param cursor integer
---@return string[]
function M.complete(lead, line, cursor)
  local before = line:sub(1, cursor - #lead)
  local typed = vim.split(vim.trim(before:gsub('^.-Osy!?%s+', '', 1)), '%s+', { trimempty = true })
  local found
  if #typed == 0 then
    found = vim.fn.sort(vim.tbl_keys(M.commands))
  else
    local command = M.commands[typed[1]]
    if command and command == M.commands.move or (typed[1] == 'graph' and typed[2] == 'svg') then
      return vim.fn.getcompletion(lead, 'file')
    end
    found = command and command.complete and command.complete(vim.list_slice(typed, 2)) or {}
  end
  return vim.tbl_filter(function(candidate)
    return vim.startswith(candidate, lead)
  end, found)
end

return M
