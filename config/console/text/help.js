import { addTexts } from '../core/i18n.js';

addTexts({
  en: {
    'help.moving': 'Moving', 'help.choosing': 'Selecting', 'help.doing': 'Actions',
    'help.upDown': 'One position up, down', 'help.ends': 'To the top, to the bottom', 'help.position': 'To a position',
    'help.rows': 'Go through the sections', 'help.select': 'Select or unselect', 'help.range': 'Select a range',
    'help.all': 'Select all', 'help.none': 'Clear selection; stop dragging', 'help.open': 'Open the editor', 'help.hide': 'Hide or show',
    'help.delete': 'Delete', 'help.menu': 'Menu of the section', 'help.undo': 'Undo', 'help.redo': 'Redo',
    'help.search': 'Search this page', 'help.palette': 'Search everything', 'help.help': 'These shortcuts',
  },
  zh: {
    'help.moving': '移动', 'help.choosing': '选择', 'help.doing': '操作',
    'help.upDown': '上移、下移一位', 'help.ends': '移到最前、最后', 'help.position': '移到指定位置',
    'help.rows': '在版块间移动焦点', 'help.select': '选中或取消', 'help.range': '连续选择',
    'help.all': '全选', 'help.none': '取消选择、取消拖动', 'help.open': '打开编辑', 'help.hide': '隐藏或显示',
    'help.delete': '删除', 'help.menu': '打开版块菜单', 'help.undo': '撤销', 'help.redo': '重做',
    'help.search': '搜索本页', 'help.palette': '全局搜索', 'help.help': '查看快捷键',
  },
});
