import type { DesktopFeature } from '../../../panels/desktop-feature.ts'
import { TONE_COMMAND } from './tone-command.ts'

export const tonesFeature: DesktopFeature = { commands: [TONE_COMMAND] }
