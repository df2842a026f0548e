--- What the user chose with `vim.g.osy`.
local M = {}

---@class osy.Option
---@field name string
---@field default boolean
---@field about string

--- Every option with its default.
---@type osy.Option[]
M.all = {
  { name = 'lenses', default = true, about = 'code lenses' },
  { name = 'hints', default = true, about = 'inlay hints' },
  { name = 'highlights', default = true, about = 'the mentions of the name under the cursor' },
  { name = 'folding', default = true, about = "the server's folds, all open" },
  { name = 'completion', default = false, about = 'completion as you type' },
}

--- Whether an option is on.
---@param name string
---@return boolean
function M.is_on(name)
  local chosen = vim.g.osy
  if type(chosen) == 'table' and type(chosen[name]) == 'boolean' then
    return chosen[name]
  end
  for _, option in ipairs(M.all) do
    if option.name == name then
      return option.default
    end
  end
  error('no option ' .. name)
end

--- A sentence for each thing that is wrong with `vim.g.osy`.
---@return string[]
function M.complaints()
  local chosen = vim.g.osy
  if chosen == nil then
    return {}
  elseif type(chosen) ~= 'table' then
    return { ('`vim.g.osy` must be a table, not a %s'):format(type(chosen)) }
  end
  local known, found = {}, {}
  for _, option in ipairs(M.all) do
    known[option.name] = true
  end
  for name, value in vim.spairs(chosen) do
    if not known[name] then
      table.insert(found, ('`vim.g.osy` has no `%s`; there are %s'):format(name, table.concat(vim.tbl_map(function(option)
        return option.name
      end, M.all), ', ')))
    elseif type(value) ~= 'boolean' then
      table.insert(found, ('`vim.g.osy.%s` must be true or false, not %s'):format(name, vim.inspect(value)))
    end
  end
  return found
end

return M
