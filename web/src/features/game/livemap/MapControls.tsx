import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react'
import classes from './MapControls.module.css'

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
