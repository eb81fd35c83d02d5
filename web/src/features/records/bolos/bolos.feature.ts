import { bolosSwitch, UNIT_CLASS, type UnitClass } from '@tenfour/contract'
import { IconEyeSearch } from '@tabler/icons-react'
import { defineCommand } from '../../../panels/commands/command.ts'
import { optionalText } from '../../../panels/commands/text-slots.ts'
import type { DesktopFeature } from '../../../panels/desktop-feature.ts'
import { definePanel } from '../../../panels/panel.ts'
import { openNewBolo, subjectFrom } from './bolo-draft.port.ts'

declare module '../../../panels/panel.ts' {
  interface PanelIds {
    bolos: true
  }
}

const CLASSES: readonly UnitClass[] = [UNIT_CLASS.Leo, UNIT_CLASS.Comms]

const BOLO = defineCommand({
  rank: 155,
  word: 'bolo',
  long: 'bolo',
  does: 'Issue a BOLO, or show those that are open',
  note: 'A plate may end in *: 46E* matches every plate that begins so.',
  examples: ['bolo', 'bolo 46E*', 'bolo Dexter Marlowe'],
  refusal: ({ own }) => (own && CLASSES.includes(own.unitClass) ? undefined : 'Only units of police and communications on duty have BOLOs'),
  slots: { subject: optionalText('plate or name', 'a plate or a name') },
  build: ({ subject }) =>
    subject
      ? {
          words: `Write a BOLO for ${subject}`,
          done: '',
          intent: {
            kind: 'run',
            run: () => {
              openNewBolo(subjectFrom(subject))
              return true
            },
          },
        }
      : {
          words: 'Show the open BOLOs',
          done: '',
          intent: {
            kind: 'run',
            run: ({ goTo }) => {
              goTo('bolos')
              return true
            },
          },
        },
})

export const bolosFeature: DesktopFeature = {
  featureSwitch: bolosSwitch,
  panels: [
    definePanel({
      id: 'bolos',
      rank: 120,
      title: 'BOLOs',
      icon: IconEyeSearch,
      classes: CLASSES,
      places: {
        [UNIT_CLASS.Comms]: { vast: 'tools', wide: 'tools', medium: 'call', narrow: 'calls' },
        [UNIT_CLASS.Leo]: { wide: 'units', medium: 'units', narrow: 'call' },
      },
      beside: ['lookup', 'units', 'calls'],
      fetch: async () => (await import('./BoloPanel.tsx')).BoloPanel,
    }),
  ],
  commands: [BOLO],
}
