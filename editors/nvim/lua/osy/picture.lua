--- Where the states stand in a state machine's picture of characters.
local M = {}

---@class osy.Box
---@field name string
---@field top integer The row of its upper edge, from 0.
---@field bottom integer The row of its lower edge.
---@field left integer The first character of its edge, from 0.
---@field right integer The last one.

local OPENING, CLOSING = { ['╭'] = true, ['╔'] = true }, { ['╮'] = true, ['╗'] = true }
local FEET, EDGES = { ['╰'] = true, ['╚'] = true }, { ['─'] = true, ['═'] = true }

---@param line string
---@return string[]
local function characters(line)
  return vim.fn.split(line, '\\zs')
end

--- The name that an upper edge bears: what stands between its strokes.
---@param row string[]
---@param first integer
---@param last integer
---@return string
local function name_in(row, first, last)
  while first <= last and (EDGES[row[first]] or row[first] == ' ') do
    first = first + 1
  end
  while last >= first and (EDGES[row[last]] or row[last] == ' ') do
    last = last - 1
  end
  return table.concat(row, '', first, last)
end

---@param rows string[][]
---@param top integer
---@param left integer
---@param right integer
---@return osy.Box?
local function box_at(rows, top, left, right)
  local name = name_in(rows[top], left + 1, right - 1)
  for bottom = top + 1, #rows do
    if FEET[rows[bottom][left]] then
      return { name = name, top = top - 1, bottom = bottom - 1, left = left - 1, right = right - 1 }
    end
  end
end

--- The boxes of a picture.
---@param lines string[]
---@return osy.Box[]
function M.boxes(lines)
  local rows, boxes = vim.tbl_map(characters, lines), {}
  for top, row in ipairs(rows) do
    local left
    for index, character in ipairs(row) do
      if OPENING[character] then
        left = index
      elseif CLOSING[character] and left then
        table.insert(boxes, box_at(rows, top, left, index))
        left = nil
      end
    end
  end
  return boxes
end

--- The box that a place is in.
---@param boxes osy.Box[]
---@param lines string[]
---@param row integer From 0.
---@param column integer In bytes, from 0.
---@return osy.Box?
function M.box_around(boxes, lines, row, column)
  local index = vim.str_utfindex(lines[row + 1] or '', 'utf-32', column, false)
  for _, box in ipairs(boxes) do
    if box.top <= row and row <= box.bottom and box.left <= index and index <= box.right then
      return box
    end
  end
end

--- The bytes of a row that a box takes.
---@param box osy.Box
---@param line string
---@return integer, integer
function M.bytes(box, line)
  return vim.str_byteindex(line, 'utf-32', box.left, false), vim.str_byteindex(line, 'utf-32', box.right + 1, false)
end

return M
