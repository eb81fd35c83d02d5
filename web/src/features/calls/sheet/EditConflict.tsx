import { Button } from '@mantine/core'
import classes from './EditableText.module.css'

type EditConflictProps = {
  /** Who wrote the other text, where that is known. */
  who: string | undefined
  theirs: string
  onTheirs: () => void
  onMine: () => void
}

/** Two people wrote in the same place: both texts are shown, and one of the two is chosen. */
export const EditConflict = ({ who, theirs, onTheirs, onMine }: EditConflictProps) => (
  <div className={classes.conflict} role="alert">
    <p>
      While you were writing, {who ?? 'somebody else'} {theirs === '' ? 'removed this.' : 'changed this to:'}
    </p>
    {theirs !== '' && <blockquote>{theirs}</blockquote>}
    <div className={classes.choices}>
      <Button size="compact-xs" variant="default" onClick={onTheirs}>
        Keep theirs
      </Button>
      <Button size="compact-xs" onClick={onMine}>
        Use mine
      </Button>
    </div>
  </div>
)
