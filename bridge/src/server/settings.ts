const convar = (name: string) => GetConvar(name, '').trim()
/** `tenfour.cfg` writes down here which resource it lets read the keys, since nobody can ask FXServer. */
const READER = 'tenfour_key_reader'

/** Where the portal is, as it is asked for: an address with no path, since the portal is served at the top of its own. */
export function portalAddress(text: string): { readonly url: string } | { readonly problem: string } {
  const example = 'Put  set tenfour_url "https://portal.example"  into server.cfg.'
  if (text === '') return { problem: `tenfour_url is not set. ${example}` }
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol)) return { problem: `tenfour_url is "${text}", which is no address. ${example}` }
  if (url.pathname !== '/' || url.search !== '') return { problem: `tenfour_url is "${text}": the portal has no path. ${example}` }
  return { url: url.origin }
}

const isTooOpen = (url: string) => url.startsWith('http:') && !/^http:\/\/(localhost|127\.)/.test(url)

/**
 * What `server.cfg` says, or the console of the running server: a key that is set while the resource runs is taken within seconds, so that
 * one can be replaced without a restart. The variables stay as they are: a restart of the resource finds them again.
 */
export function createSettings({ resource, print }: { resource: string; print: (line: string) => void }) {
  let [url, apiKey, displayKey] = ['', '', '']
  let lastSaid = ''
  const say = (line: string) => {
    if (line !== lastSaid) print(line)
    lastSaid = line
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
      ? 'there is no key. Put  set tenfour_key "..."  into server.cfg, before the resource is ensured.'
      : `tenfour.cfg lets a resource called ${reader} read the key, and this one is called ${resource}. Rename its folder to ${reader}.`
  }
  return {
    url: () => url,
    apiKey: () => apiKey,
    displayKey: () => displayKey,
    /** Whether there is now something to connect with that was not there before. */
    read: (): boolean => {
      const address = portalAddress(convar('tenfour_url'))
      const newUrl = 'url' in address ? address.url : ''
      // A variable that was emptied takes nothing away from a server that runs.
      const [newKey, newDisplayKey] = [convar('tenfour_key') || apiKey, convar('tenfour_display_key') || displayKey]
      const isNew = newKey !== apiKey || newUrl !== url || newDisplayKey !== displayKey
      if (newUrl !== url && isTooOpen(newUrl))
        print('tenfour_url is no https: the game shows no such page in a frame, so that the tablet stays empty. The rest works.')
      ;[url, apiKey, displayKey] = [newUrl, newKey, newDisplayKey]
      if ('problem' in address) say(`Not connected: ${address.problem}`)
      else if (apiKey === '') say(`Not connected: ${noKey()}`)
      warnIfOpen()
      return isNew && url !== '' && apiKey !== ''
    },
  }
}
