// Bundles the resource into bridge/dist/tenfour, the folder that goes into a FiveM server's resources, and into bridge/dist/tenfour.zip, which
// the portal offers for download.
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { zipSync } from 'fflate'
import { rolldown } from 'rolldown'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** FiveM's Node is 22; the game's own script engine and browser lag behind those of the day. */
const BUNDLES = [
  { input: 'src/server/main.ts', file: 'server.js', platform: 'node', format: 'cjs', target: 'node22' },
  { input: 'src/client/main.ts', file: 'client.js', platform: 'browser', format: 'iife', target: 'es2020' },
  { input: 'src/tablet/main.ts', file: 'tablet/tablet.js', platform: 'browser', format: 'iife', target: 'chrome103' },
] as const
/**
 * Optional modules that the WebSocket library tries to load. They are never bundled, and FXServer's sandbox would report each in the
 * console.
 */
const define = { 'process.env.WS_NO_BUFFER_UTIL': '"1"', 'process.env.WS_NO_UTF_8_VALIDATE': '"1"' }
/**
 * FiveM runs a script in the global scope. A declaration there would replace FiveM's own globals, so the server script is wrapped in a
 * function.
 */
const APART = { banner: '(() => {', footer: '})()' }
/** The folder in which a running server keeps its data. An update leaves it alone. */
const KEPT = 'data'

export async function buildBridge(folder = here('dist/tenfour')): Promise<string> {
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) if (name !== KEPT) rmSync(join(folder, name), { recursive: true, force: true })
  mkdirSync(`${folder}/tablet`, { recursive: true })
  for (const { input, file, platform, format, target } of BUNDLES) {
    const bundle = await rolldown({ input: here(input), platform, transform: { target, define }, logLevel: 'silent' })
    const apart = format === 'cjs' ? APART : {}
    await bundle.write({ file: `${folder}/${file}`, format, minify: { mangle: false, compress: true, codegen: false }, ...apart })
    await bundle.close()
  }
  for (const file of ['fxmanifest.lua', 'config.json', 'tenfour.cfg', 'ace-groups.cfg']) cpSync(here(file), `${folder}/${file}`)
  cpSync(here('locales'), `${folder}/locales`, { recursive: true })
  for (const file of ['index.html', 'tablet.css']) cpSync(here(`src/tablet/${file}`), `${folder}/tablet/${file}`)
  return folder
}

/** The same files always make the same zip. */
const ZIPPED_AT = '2020-01-01T00:00:00'

/** The resource in its folder, as it is unpacked into a server's resources; what a running server keeps there is left out. */
export function zipBridge(folder: string): Uint8Array {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => !name.startsWith(`${KEPT}/`))
    .toSorted()
  return zipSync(Object.fromEntries(files.map((name) => [`${basename(folder)}/${name}`, readFileSync(join(folder, name))])), {
    level: 9,
    mtime: ZIPPED_AT,
  })
}

if (import.meta.main) {
  const folder = await buildBridge()
  // In one step, since a portal may be reading it.
  writeFileSync(`${folder}.zip.next`, zipBridge(folder))
  renameSync(`${folder}.zip.next`, `${folder}.zip`)
  process.stdout.write(
    `The resource is in ${folder}\nCopy that folder into the resources of your FiveM server; docs/bridge.md says how to go on.\n`,
  )
}
