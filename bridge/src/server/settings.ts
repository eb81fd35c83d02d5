const convar = (name: string) => GetConvar(name, '').trim()
/** Set by `tenfour.cfg` to the resource it allows to read the keys, since FXServer offers no way to query that. */
const READER = 'tenfour_key_reader'

/** Parses the portal's address, which must not have a path. */
export function portalAddress(text: string): { readonly url: string } | { readonly problem: string } {
  const example = 'Put  set tenfour_url "https://portal.example"  into server.cfg.'
  if (text === '') return { problem: `tenfour_url is not set. ${example}` }
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol))
    return { problem: `tenfour_url is "${text}", which is not an address. ${example}` }
  if (url.pathname !== '/' || url.search !== '')
    return { problem: `tenfour_url is "${text}": the address must not have a path. ${example}` }
  return { url: url.origin }
}

const isInsecure = (url: string) => url.startsWith('http:') && !/^http:\/\/(localhost|127\.)/.test(url)

/**
 * Settings from `server.cfg` or the running server's console. A key set while the resource runs is picked up within seconds, so it can be
 * rotated without a restart. The variables are not cleared, so a restart of the resource finds them again.
 */
export function createSettings({ resource, print }: { resource: string; print: (line: string) => void }) {
  let [url, apiKey, displayKey] = ['', '', '']
  let lastLine = ''
  const say = (line: string) => {
    if (line !== lastLine) print(line)
    lastLine = line
  }
  let isWarned = false
  const warnIfOpen = () => {
    if (isWarned || apiKey === '' || convar(READER) !== '') return
    isWarned = true
    print(
      `Every resource of this server can read the key. Put  exec @${resource}/tenfour.cfg  into server.cfg, above the lines with the keys.`,
    )
  }
  const noKey = (): string => {
    const reader = convar(READER)
    return reader === '' || reader === resource
      ? 'there is no key. Put  set tenfour_key "..."  into server.cfg, above the `ensure tenfour` line.'
      : `tenfour.cfg lets a resource called ${reader} read the key, and this one is called ${resource}. Rename its folder to ${reader}.`
  }
  return {
    url: () => url,
    apiKey: () => apiKey,
    displayKey: () => displayKey,
    /** Reads the variables; returns whether there are new settings to connect with. */
    read: (): boolean => {
      const address = portalAddress(convar('tenfour_url'))
      const newUrl = 'url' in address ? address.url : ''
      // Emptying a variable does not remove the key from a running server.
      const [newKey, newDisplayKey] = [convar('tenfour_key') || apiKey, convar('tenfour_display_key') || displayKey]
      const isNew = newKey !== apiKey || newUrl !== url || newDisplayKey !== displayKey
      if (newUrl !== url && isInsecure(newUrl))
        print("tenfour_url is not https: the game can't show such a page in a frame, so the tablet stays empty. Everything else works.")
      ;[url, apiKey, displayKey] = [newUrl, newKey, newDisplayKey]
      if ('problem' in address) say(`Not connected: ${address.problem}`)
      else if (apiKey === '') say(`Not connected: ${noKey()}`)
      warnIfOpen()
      return isNew && url !== '' && apiKey !== ''
    },
  }
}
