--- The tree of positions that adapters make. Written for the tests, after what neotest documents.
local Tree = {}
Tree.__index = Tree

local function node(list, key, parent, nodes)
  local self = setmetatable({ _data = list[1], _parent = parent, _children = {}, _nodes = nodes }, Tree)
  assert(not nodes[key(list[1])], 'two positions have the id ' .. key(list[1]))
  nodes[key(list[1])] = self
  for index = 2, #list do
    table.insert(self._children, node(list[index], key, self, nodes))
  end
  return self
end

function Tree.from_list(list, key)
  return node(list, key, nil, {})
end

function Tree:data()
  return self._data
end

function Tree:children()
  return self._children
end

function Tree:parent()
  return self._parent
end

function Tree:get_key(id)
  return self._nodes[id]
end

function Tree:iter()
  local all = {}
  local function collect(one)
    table.insert(all, one._data)
    vim.iter(one._children):each(collect)
  end
  collect(self)
  local index = 0
  return function()
    index = index + 1
    if all[index] then
      return index, all[index]
    end
  end
end

return { Tree = Tree }
