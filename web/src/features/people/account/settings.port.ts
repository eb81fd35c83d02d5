export { ColorField } from './ColorField.tsx'
export { SessionList } from './SessionList.tsx'
export { SteamHexField } from './SteamHexField.tsx'
