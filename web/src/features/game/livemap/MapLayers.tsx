import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconStack2, IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react'
import type { MapChoices } from './map-state.ts'
import classes from './MapControls.module.css'

type Layer = { readonly key: 'hasBeats' | 'hasGrid' | 'hasTrails' | 'hasClusters'; readonly label: string }
const LAYERS: readonly Layer[] = [
  { key: 'hasBeats', label: 'Beats' },
  { key: 'hasGrid', label: 'Grid' },
  { key: 'hasTrails', label: 'Trails of ten minutes' },
  { key: 'hasClusters', label: 'Group where it is crowded' },
]

export function MapLayers({ choices, onChange }: { choices: MapChoices; onChange: (choices: MapChoices) => void }) {
  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <Tooltip label="What the map shows" withinPortal={false}>
          <ActionIcon variant="subtle" color="gray" size={32} aria-label="What the map shows">
            <IconStack2 size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {LAYERS.map(({ key, label }) => (
          <Menu.CheckboxItem key={key} checked={choices[key]} onChange={(isOn) => onChange({ ...choices, [key]: isOn })}>
            {label}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

type MapControlsProps = { onZoom: (steps: number) => void; onShowAll: () => void }

export function MapControls({ onZoom, onShowAll }: MapControlsProps) {
  return (
    <div className={classes.buttons}>
      <button type="button" className={classes.button} aria-label="Closer" title="Closer (+)" onClick={() => onZoom(1)}>
        <IconPlus size={16} stroke={1.8} aria-hidden />
      </button>
      <button type="button" className={classes.button} aria-label="Further away" title="Further away (−)" onClick={() => onZoom(-1)}>
        <IconMinus size={16} stroke={1.8} aria-hidden />
      </button>
      <button type="button" className={classes.button} aria-label="The whole island" title="The whole island (0)" onClick={onShowAll}>
        <IconFocusCentered size={16} stroke={1.8} aria-hidden />
      </button>
    </div>
  )
}
