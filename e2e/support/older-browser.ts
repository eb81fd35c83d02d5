import { createRequire } from 'node:module'
import type bcd from '@mdn/browser-compat-data'
import type { BrowserContext } from '@playwright/test'

/** The Chromium version the game uses for the tablet and screens. */
const GAME_CHROMIUM = 103

type Feature = { readonly __compat?: { readonly support: { readonly chrome?: unknown } } }
type Support = {
  readonly version_added?: unknown
  readonly flags?: unknown
  readonly prefix?: unknown
  readonly alternative_name?: unknown
}

function isLater(feature: Feature): boolean {
  const support = [feature.__compat?.support.chrome ?? []].flat() as Support[]
  if (support.length === 0) return false
  const plain = support.findLast(({ flags, prefix, alternative_name: other }) => !flags && !prefix && !other)
  const version = Number(String(plain?.version_added).replace('≤', ''))
  // Features no Chromium has need not be removed.
  return Number.isFinite(version) && version > GAME_CHROMIUM
}

/** Everything added after that version, according to MDN's compatibility data: globals and their members. */
function laterNames() {
  const { javascript, api } = createRequire(import.meta.url)('@mdn/browser-compat-data') as typeof bcd
  const owners: string[] = []
  const members: (readonly [owner: string, name: string])[] = []
  for (const features of [javascript['builtins'] ?? {}, api])
    for (const [owner, feature] of Object.entries(features)) {
      if (owner === '__compat') continue
      if (isLater(feature as Feature)) owners.push(owner)
      else
        for (const [key, member] of Object.entries(feature))
          if (key !== '__compat' && key !== owner && isLater(member as Feature)) members.push([owner, key.replace(/_static$/, '')])
    }
  return { owners, members }
}

/** Removes newer features from a current browser, including color-mix in style sheets, to match the one in the game. */
export async function removeNewerFeatures(context: BrowserContext): Promise<void> {
  await context.addInitScript(({ owners, members }) => {
    for (const owner of owners) Reflect.deleteProperty(window, owner)
    for (const [owner, name] of members) {
      const found = Reflect.get(window, owner) as { prototype?: object } | undefined
      for (const on of [found, found?.prototype]) if (on) Reflect.deleteProperty(on, name)
    }
    const iterator = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object
    for (const name of ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find'])
      Reflect.deleteProperty(iterator, name)
  }, laterNames())
  await context.route('**/*.css', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll('color-mix(', 'later-mix(').replace(/\ddvh/g, '1later') })
  })
}
