import classes from './DocumentMark.module.css'

/** As large as fits from corner to corner of a page, whether A4 or Letter. */
const markStyle = (mark: string) => ({ fontSize: `${Math.min(140, Math.floor(1000 / mark.length))}pt` })

/** A word across every page. The document around it is positioned and isolated. */
export const DocumentMark = ({ mark }: { mark: string }) => (
  <div className={classes.mark} aria-hidden>
    <span style={markStyle(mark)}>{mark}</span>
  </div>
)
