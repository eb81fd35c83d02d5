import { PortalConfig } from '@tenfour/contract'

/** Reads the configuration the server wrote into the page. Throws if missing or malformed: without it no call can be made. */
export function readPortalConfig(page: Document): PortalConfig {
  const text = page.getElementById('portal-config')?.textContent
  if (!text) throw new Error('The page carries no portal configuration')
  return PortalConfig.parse(JSON.parse(text))
}

let current: PortalConfig | undefined

export function setPortalConfig(config: PortalConfig): void {
  current = config
}

/** The configuration of this page, set once at start-up. */
export function portalConfig(): PortalConfig {
  if (!current) throw new Error('The portal configuration is read before it is set')
  return current
}
