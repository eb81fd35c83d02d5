import {
  accentStyles,
  SOUND_SETTINGS,
  type CommunitySounds,
  lookColour,
  lookFooterLine,
  lookLoginPicture,
  lookLoginText,
  lookLogo,
  distancesSetting,
  lookShortName,
  moneySetting,
  type Look,
  type Measures,
} from '@tenfour/contract'
import type { Settings } from './settings.ts'

/** How the portal looks, from its settings. */
export function readLook(settings: Settings): Look {
  const colour = settings.get(lookColour)
  return {
    shortName: settings.get(lookShortName),
    loginText: settings.get(lookLoginText),
    footerLine: settings.get(lookFooterLine),
    logo: settings.get(lookLogo) || null,
    loginPicture: settings.get(lookLoginPicture) || null,
    styles: colour === '' ? null : accentStyles(colour),
  }
}

/** The community's own sounds, from its settings. */
export const readSounds = (settings: Settings): CommunitySounds =>
  Object.fromEntries(
    SOUND_SETTINGS.flatMap((setting) => {
      const digest = settings.get(setting)
      return digest === '' ? [] : [[setting.sound, digest] as const]
    }),
  )

/** How money and distances are written, from the settings. */
export const readMeasures = (settings: Settings): Measures => ({
  money: settings.get(moneySetting),
  distances: settings.get(distancesSetting),
})
