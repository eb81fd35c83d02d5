import { expect, test } from 'vitest'
import { splitLinks } from './LinkedText.tsx'

const links = (text: string) => splitLinks(text).flatMap(({ href }) => href ?? [])

test('text is split at its links and nothing is lost', () => {
  expect(splitLinks('See https://example.org/a?b=1#c for more')).toEqual([
    { at: 0, text: 'See ' },
    { at: 4, text: 'https://example.org/a?b=1#c', href: 'https://example.org/a?b=1#c' },
    { at: 31, text: ' for more' },
  ])
})

test.each(['http://a.example', 'https://a.example', 'ftp://a.example/file', 'HTTPS://A.EXAMPLE'])('%s is a link', (link) => {
  expect(links(`x ${link} y`)).toEqual([link])
})

test.each([
  'javascript:alert(1)',
  'mailto:a@b.example',
  'www.example.org',
  'data:text/html,x',
  'file:///etc/passwd',
  'https://',
  'xhttp//a',
])('%s is no link', (text) => {
  expect(links(text)).toEqual([])
})

test.each([
  ['Go to https://a.example.', 'https://a.example'],
  ['(https://a.example/x)', 'https://a.example/x'],
  ['https://a.example/x_(y)', 'https://a.example/x_(y)'],
  ['"https://a.example"!', 'https://a.example'],
  ['[https://a.example/x], then', 'https://a.example/x'],
  ['https://a.example/?q=1&r=2;', 'https://a.example/?q=1&r=2'],
])('the text after the link in %s is not part of it', (text, link) => {
  expect(links(text)).toEqual([link])
})

test('markup around a link stays text', () => {
  expect(splitLinks('<a href="https://a.example">x</a>').map(({ text }) => text)).toEqual(['<a href="', 'https://a.example', '">x</a>'])
})

test('several links, and a link alone', () => {
  expect(links('https://a.example https://b.example\nftp://c.example')).toEqual([
    'https://a.example',
    'https://b.example',
    'ftp://c.example',
  ])
  expect(splitLinks('https://a.example')).toHaveLength(1)
})

test('the parts put together are the text, whatever it is', () => {
  const pieces = ['https://', 'a.example', ' ', '(', ')', '.', '<b>', 'ftp://x', '\n', '👮', ']', 'http://é.example/ü', '"']
  let seed = 11
  const pick = () => pieces[(seed = (seed * 16807) % 2147483647) % pieces.length]
  for (let round = 0; round < 500; round += 1) {
    const text = Array.from({ length: round % 12 }, pick).join('')
    expect(
      splitLinks(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  }
})

test('brackets and full stops without end are left out of a link, a balanced pair is not', () => {
  expect(links(`http://a.example/x${')'.repeat(50)}`)).toEqual(['http://a.example/x'])
  expect(links('http://a.example/(x).).')).toEqual(['http://a.example/(x)'])
  expect(links(`http://a.example/([x])${'].'.repeat(50)}`)).toEqual(['http://a.example/([x])'])
})

test.each(['', null, undefined])('%j has no parts', (text) => {
  expect(splitLinks(text)).toEqual([])
})
