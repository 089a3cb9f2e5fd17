/** Finds what makes a browser test depend on how fast the machine is: pages read once, and sleeps. */
import ts from 'typescript'

/** Calls of a page or a locator that give what the page shows at that moment. */
const READS = new Set([
  'allInnerTexts',
  'allTextContents',
  'ariaSnapshot',
  'boundingBox',
  'count',
  'evaluate',
  'evaluateAll',
  'getAttribute',
  'innerHTML',
  'innerText',
  'inputValue',
  'isChecked',
  'isDisabled',
  'isEditable',
  'isEnabled',
  'isHidden',
  'isVisible',
  'textContent',
])

/** Calls that change the page: what does this is no mere read, and cannot be repeated. */
const ACTIONS = new Set([
  'check',
  'click',
  'dispatchEvent',
  'down',
  'drag',
  'fill',
  'goto',
  'move',
  'press',
  'reload',
  'runFor',
  'selectOption',
  'setInputFiles',
  'tap',
  'type',
  'uncheck',
  'up',
  'wheel',
])

const methodOf = (node) =>
  ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)
    ? node.expression.name.text
    : undefined

/** Whether some node below passes; functions within are looked into only where `isDeep`. */
function some(node, passes, isDeep = true) {
  if (passes(node)) return true
  return Boolean(
    ts.forEachChild(node, (child) => (isDeep || !ts.isFunctionLike(child)) && some(child, passes, isDeep)),
  )
}

/** The functions of a file by name. */
function functionsOf(source) {
  const found = new Map()
  some(source, (node) => {
    if (ts.isFunctionDeclaration(node) && node.name) found.set(node.name.text, node)
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      if (ts.isFunctionLike(node.initializer)) found.set(node.name.text, node.initializer)
    return false
  })
  return found
}

/**
 * @param text - source of a test or of what tests use
 * @returns faults as `{ line, what }`, lines counted from 1
 */
export function faultsOfReads(text) {
  const source = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true)
  const functions = functionsOf(source)
  const readers = new Map()
  /** Whether a call reads the page and does nothing else, by itself or through functions of this file. */
  const isRead = (node) => {
    const method = methodOf(node)
    if (method !== undefined) return READS.has(method)
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return false
    const name = node.expression.text
    const body = functions.get(name)
    if (!body) return false
    if (!readers.has(name)) {
      readers.set(name, false)
      readers.set(name, some(body, isRead) && !some(body, acts))
    }
    return readers.get(name)
  }
  const acting = new Map()
  const acts = (node) => {
    const method = methodOf(node)
    if (method !== undefined) return ACTIONS.has(method)
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return false
    const name = node.expression.text
    const body = functions.get(name)
    if (!body) return false
    if (!acting.has(name)) {
      acting.set(name, false)
      acting.set(name, some(body, acts))
    }
    return acting.get(name)
  }
  const faults = []
  const add = (node, what) =>
    faults.push({ line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, what })
  some(source, (node) => {
    if (methodOf(node) === 'waitForTimeout')
      add(node, 'a sleep: wait for what is to happen, or for `settled(page)`')
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'expect') {
      const isReadOnce = node.arguments.some((argument) =>
        some(argument, (part) => ts.isAwaitExpression(part) && some(part, isRead, false), false),
      )
      if (isReadOnce) add(node, 'the page is read once: use `expect.poll`, `stays` or `expectAbsent`')
    }
    return false
  })
  return faults
}
