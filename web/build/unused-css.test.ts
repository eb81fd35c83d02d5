import postcss from 'postcss'
import { expect, test } from 'vitest'
import { classesIn, unusedCss } from './unused-css.ts'

const USED = classesIn(['const classes={root:"m_aa11",inner:"m_bb22"}', 'x("m_cc33")'])
const left = (css: string, from = '/node_modules/@mantine/core/styles.layer.css') =>
  postcss([unusedCss(USED)])
    .process(css, { from })
    .css.replace(/\s+/g, ' ')
    .trim()

test('rules of components that no script names are left out, one selector of a list too', () => {
  expect(left('.m_aa11 { top: 0 } .m_dd44 { top: 0 }')).toBe('.m_aa11 { top: 0 }')
  expect(left('.m_aa11, .m_dd44 { top: 0 }')).toBe('.m_aa11 { top: 0 }')
  expect(left('.m_aa11 .m_dd44 { top: 0 }')).toBe('')
})

test('rules without a class of Mantine stay, and so do steps of an animation', () => {
  const css = ':root { --x: 1 } @keyframes m-a { from { top: 0 } to { top: 1px } } .mantine-focus { top: 0 }'
  expect(left(css)).toBe(css)
})

test('a class in a condition does not have to be drawn', () => {
  const css = '.m_aa11:not(.m_dd44) { top: 0 } :where([dir]) .m_bb22 { top: 0 } :is(.m_dd44, .m_ee55) > .m_cc33 { top: 0 }'
  expect(left(css)).toBe(css)
})

test('our own stylesheets are left alone', () => {
  expect(left('.m_dd44 { top: 0 }', '/web/src/ui/global.css')).toBe('.m_dd44 { top: 0 }')
})
