--- `:checkhealth osy`
local M = {}

local health = vim.health

function M.check()
  health.start('Osy#: the command')
  M.check_neovim()
  M.check_command()
  health.start('Osy#: the language server')
  M.check_server()
  M.check_watching()
  health.start('Osy#: settings')
  M.check_settings()
  health.start('Osy#: tests in neotest')
  M.check_neotest()
end

function M.check_neovim()
  if vim.fn.has('nvim-0.11') == 1 then
    health.ok('Neovim ' .. tostring(vim.version()))
  else
    health.error('Neovim is too old', 'Install Neovim 0.11 or newer.')
  end
end

function M.check_command()
  local program = require('osy.client').program({ '--version' })
  local path = vim.fn.exepath(program[1])
  if path == '' then
    return health.error(('the command `%s` is not found'):format(program[1]), {
      'Install osysharp-tools and put its `bin` folder on the PATH,',
      "or name it: `vim.lsp.config('osy', { cmd = { '/path/to/osy', 'lsp' } })`.",
    })
  end
  local result = vim.system(program, { text = true, timeout = 10000 }):wait()
  if result.code ~= 0 then
    local told = vim.trim(result.stderr or '')
    return health.error(('%s does not run'):format(path), told ~= '' and told or nil)
  end
  health.ok(('%s at %s'):format(vim.trim(result.stdout), path))
  M.check_python(path)
end

--- The Python that the command runs with, as its first line names it; where the path has blanks or is very long, a
--- shell is named there, and the Python in the line after it.
---@param path string
function M.check_python(path)
  local file = io.open(path, 'r')
  local first = file and file:read('*l') or ''
  local second = file and file:read('*l') or ''
  if file then
    file:close()
  end
  local python = first:match('^#!%s*(%S*python%S*)') or second:match('^\'\'\'exec\' "([^"]*python[^"]*)"')
  if not python then
    return health.info('the Python that it runs with cannot be told from the file')
  end
  local result = vim.system({ python, '--version' }, { text = true, timeout = 10000 }):wait()
  if result.code == 0 then
    health.ok(('%s at %s'):format(vim.trim(result.stdout .. result.stderr), python))
  else
    health.error(('%s does not run'):format(python), 'Install osysharp-tools again.')
  end
end

function M.check_server()
  local clients = vim.lsp.get_clients({ name = 'osy' })
  for _, client in ipairs(clients) do
    local info = client.server_info or {}
    health.ok(('%s %s runs'):format(info.name or 'osy', info.version or ''))
    health.info('root: ' .. (client.root_dir or 'none; each file is a project of its own'))
    local names = {}
    for bufnr in pairs(client.attached_buffers) do
      table.insert(names, vim.fn.fnamemodify(vim.api.nvim_buf_get_name(bufnr), ':~:.'))
    end
    table.sort(names)
    health.info('buffers: ' .. (#names > 0 and table.concat(names, ', ') or 'none'))
  end
  if #clients > 0 then
    return
  elseif vim.lsp.is_enabled and vim.lsp.is_enabled('osy') then
    health.ok('it starts when an .osy file is opened')
  elseif vim.lsp._enabled_configs and vim.lsp._enabled_configs.osy then
    health.ok('it starts when an .osy file is opened')
  else
    health.warn('it is not enabled', "Put `vim.lsp.enable('osy')` into your init.lua.")
  end
end

function M.check_watching()
  local capability = vim.tbl_get(vim.lsp.config.osy or {}, 'capabilities', 'workspace', 'didChangeWatchedFiles')
  if capability and capability.dynamicRegistration then
    health.ok('files that others change are noticed')
  else
    health.info(
      'files that other programs change are noticed when you come back to Neovim; with `inotifywait` (inotify-tools) at once'
    )
  end
end

function M.check_settings()
  local complaints = require('osy.options').complaints()
  vim.list_extend(complaints, M.setting_complaints((vim.lsp.config.osy or {}).settings))
  for _, client in ipairs(vim.lsp.get_clients({ name = 'osy' })) do
    for _, complaint in ipairs(M.setting_complaints(client.settings)) do
      if not vim.list_contains(complaints, complaint) then
        table.insert(complaints, complaint)
      end
    end
  end
  for _, complaint in ipairs(complaints) do
    health.error(complaint, '`:help osy-settings` lists what there is.')
  end
  if #complaints == 0 then
    health.ok('nothing is wrong with them')
  end
end

--- A sentence for each setting of the server that is unknown or of a wrong type.
---@param settings table?
---@return string[]
function M.setting_complaints(settings)
  local found = {}
  for name in pairs(settings or {}) do
    if name ~= 'osy' then
      table.insert(found, ('the setting `%s` is not below `osy`'):format(name))
    end
  end
  M.look_at((settings or {}).osy, '', found)
  table.sort(found)
  return found
end

---@param value any
---@param name string
---@param found string[]
function M.look_at(value, name, found)
  local known = require('osy.settings')
  local shape = known[name]
  if value == nil then
    return
  elseif shape then
    if not vim.list_contains(shape.types, type(value)) then
      local wanted = table.concat(shape.types, ' or ')
      table.insert(found, ('`osy.%s` must be a %s, not %s'):format(name, wanted, vim.inspect(value)))
    elseif shape.words and not vim.list_contains(shape.words, value) then
      local wanted = table.concat(shape.words, ', ')
      table.insert(found, ('`osy.%s` must be one of %s, not %s'):format(name, wanted, vim.inspect(value)))
    end
    return
  end
  local is_section = name == ''
  for setting in pairs(known) do
    is_section = is_section or vim.startswith(setting, name .. '.')
  end
  if not is_section then
    table.insert(found, ('there is no setting `osy.%s`'):format(name))
  elseif type(value) ~= 'table' then
    table.insert(found, ('`osy%s` must be a table, not %s'):format(name == '' and '' or '.' .. name, vim.inspect(value)))
  else
    for key, inner in pairs(value) do
      M.look_at(inner, name == '' and tostring(key) or ('%s.%s'):format(name, key), found)
    end
  end
end

function M.check_neotest()
  if not pcall(require, 'neotest') then
    return health.info('neotest is not installed; `:Osy test` runs tests without it')
  end
  local is_ours = false
  for _, adapter in ipairs(require('neotest.config').adapters or {}) do
    is_ours = is_ours or adapter.name == 'neotest-osy'
  end
  if is_ours then
    health.ok('the adapter `neotest-osy` is set up')
  else
    health.warn('neotest does not know our adapter', "Add `require('neotest-osy')` to its `adapters`.")
  end
end

return M
