import { featureSwitch } from '../setting.ts'

/** Apart from the schemas, because every page carries the settings and the pages of the sign-in. */

/** The path to which Steam sends the browser back. */
export const STEAM_RETURN_PATH = '/login/steam'

export const steamSwitch = featureSwitch({
  key: 'steam.prove',
  title: 'Proving Steam accounts',
  help: 'Members sign in at Steam to show that their Steam hex is theirs. The portal asks Steam over the internet, and needs its own address in PORTAL_URL.',
  offMessage: 'Proving a Steam account is switched off',
  offEffect: 'Steam hexes that members proved stay proved.',
})
