import { chromium } from '@playwright/test';
import { serve } from '../web/build/serve.mjs';
const [,, page='labs/disk-paths', widths='1280,390', schemes='light', selectors=''] = process.argv;
const s = await serve(new URL('../web/dist/site', import.meta.url).pathname, {});
const base = s.url ?? s.address ?? s;
const b = await chromium.launch({ executablePath:'/usr/bin/chromium', args:['--no-sandbox','--disable-gpu','--disable-background-networking'] });
for (const w of widths.split(',').map(Number)) for (const scheme of schemes.split(',')) {
  const p = await b.newPage({ viewport:{width:w,height:900}, colorScheme: scheme, reducedMotion:'reduce' });
  p.on('console', m => m.type()==='error' && console.log('console', m.text()));
  p.on('pageerror', e => console.log('pageerror', e.message));
  await p.goto(`${base.replace?.(/\/$/,'')}/${page}`);
  await p.waitForTimeout(1500);
  for (const sel of selectors.split(',').filter(Boolean)) {
    const el = p.locator(sel).first();
    try { await el.scrollIntoViewIfNeeded({timeout:5000}); await p.waitForTimeout(2500);
    await el.scrollIntoViewIfNeeded(); 
    await el.screenshot({ path:`/tmp/shots/${sel.replace(/[^\w-]/g,'_')}-${w}-${scheme}.png`, timeout:15000 }); } catch (e) { console.log(sel, e.message.split('\n')[0]); }
  }
  if (!selectors) await p.screenshot({ path:`/tmp/shots/top-${w}-${scheme}.png` });
}
await b.close(); s.close?.(); process.exit(0);
