import {readFileSync,readdirSync} from 'node:fs'; import {brotliCompressSync,constants as z} from 'node:zlib'
import {spawn} from 'node:child_process'
const s=spawn(process.execPath,['build/server/index.js'],{env:{...process.env,NODE_ENV:'production',SITE_URL:'http://localhost:4740',PORT:'4740',DATA_DIR:'/work/tmp/s4/dw',WARM_PAGES:'off',SAMPLE_DATA:'off'},stdio:'ignore'})
await new Promise(r=>setTimeout(r,6000))
const br=t=>brotliCompressSync(t,{params:{[z.BROTLI_PARAM_QUALITY]:11,[z.BROTLI_PARAM_LGWIN]:22}}).length
const sm=await (await fetch('http://localhost:4740/sitemap.xml')).text()
const r=[];for(const p of [...new Set([...sm.matchAll(/<loc>[^<]*?:\d+([^<]*)<\/loc>/g)].map(m=>m[1]||'/')),'/book']){const t=await (await fetch('http://localhost:4740'+p)).text();r.push([br(t),p])}
r.sort((a,b)=>b[0]-a[0]);console.log(r.slice(0,25).map(x=>x.join(' ')).join('\n'));s.kill()
