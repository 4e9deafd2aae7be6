import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { LinkContents } from '@/components/recipients/link-contents';
import { NETWORKS } from '@/lib/networks/networks';

const EVM = '0x52908400098527886E0F7030069857D2E4169EE7';
const render = (text: string, network = '') =>
  renderToStaticMarkup(
    <LinkContents
      text={text}
      current={{ network, memo: '' }}
      networks={NETWORKS}
      onCheck={() => undefined}
      onTake={() => undefined}
    />,
  );

describe('the contents of a link', () => {
  it('name everything that the link holds, and what its button fills in', () => {
    const shown = render(`ethereum:${EVM}@137?value=12&label=<b>`);
    for (const part of [EVM, 'Polygon PoS', 'value in wei', '&lt;b&gt;', 'Use the address and network</button>'])
      expect(shown).toContain(part);
    expect(shown).not.toContain('disabled=""');
  });

  it('cannot be used against another network that was chosen', () => {
    expect(render(`ethereum:${EVM}@137`, 'ETHEREUM')).toMatch(/Polygon PoS, and this form has Ethereum.*disabled=""/s);
  });

  it('are empty for an address alone, and for a link that is refused', () => {
    for (const text of [EVM, '', `ethereum:${EVM}@57`, 'https://example.com']) expect(render(text)).toBe('');
  });
});
