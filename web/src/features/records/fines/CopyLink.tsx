import classes from './Fines.module.css'

type CopyLinkProps = { characterId: number; reportId: number; number: string }

/** Opens the copy of a report for the person concerned. */
export const CopyLink = ({ characterId, reportId, number }: CopyLinkProps) => (
  <a href={`/user/characters/${characterId}/reports/${reportId}`} className={classes.number} title={`Open document ${number}`}>
    {number}
  </a>
)
