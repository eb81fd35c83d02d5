import { createRequire } from 'node:module'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { laterCss } from './later-css.mjs'
import { laterScript, shimmed } from './later-script.mjs'

const hasTools = () => {
  try {
    createRequire(import.meta.url).resolve('@mdn/browser-compat-data')
    return true
  } catch {
    return false
  }
}

/**
 * Features used by a web build that the game's Chromium lacks, one line per file. Returns nothing where the dev dependencies are not
 * installed: production installs only run the portal.
 */
export const findLater = (folder) => {
  if (!hasTools()) return []
  const without = shimmed()
  const checks = { js: (text) => laterScript(text, { without }), css: laterCss }
  return readdirSync(folder).flatMap((name) => {
    const found = checks[name.split('.').at(-1)]?.(readFileSync(join(folder, name), 'utf8')) ?? []
    return found.length === 0 ? [] : [`${name}: ${found.join(', ')}`]
  })
}

/** Fails a build that the game cannot display. */
export const gameBrowser = () => ({
  name: 'game-browser',
  apply: 'build',
  writeBundle: ({ dir }) => {
    const later = findLater(join(dir, 'assets'))
    if (later.length > 0) throw new Error(`The game, whose Chromium is of 2022, can not show this:\n${later.join('\n')}`)
  },
})
