import { Link } from '@tanstack/react-router'
import classes from './Fines.module.css'

type CopyLinkProps = { characterId: number; reportId: number; number: string }

/** Opens the copy of a report for the person concerned. */
export const CopyLink = ({ characterId, reportId, number }: CopyLinkProps) => (
  <Link
    to="/user/characters/$characterId/reports/$reportId"
    params={{ characterId: String(characterId), reportId: String(reportId) }}
    className={classes.number}
    title={`Open document ${number}`}
  >
    {number}
  </Link>
)
