//! The page in a browser, used as a person would. Without a browser these tests are skipped, and
//! say so.

mod samples;
mod webdriver;

use mazurka_trace::{Report, Trace};
use serde_json::json;
use std::time::Duration;
use webdriver::Browser;

/// The text of the row that is highlighted.
const SELECTED: &str = "return document.querySelector('.row.selected .what')?.textContent ?? null";
/// The line of the source that is highlighted.
const LINE: &str = "return document.querySelector('.code-line.here .no')?.textContent ?? null";
const ROWS: &str = "return Number(document.querySelector('.row').getAttribute('aria-setsize'))";

const DOWN: char = '\u{e015}';
const UP: char = '\u{e013}';
const HOME: char = '\u{e011}';
const END: char = '\u{e010}';
const ENTER: char = '\u{e007}';
const ESCAPE: char = '\u{e00c}';
const TAB: char = '\u{e004}';

fn opened(name: &str, traces: impl IntoIterator<Item = Trace>) -> Option<Browser> {
    let browser = Browser::start(name)?;
    browser.open(&samples::report(traces).to_html());
    Some(browser)
}

#[test]
fn lanes_are_drawn_and_keys_step_through_them() {
    let Some(browser) = opened("lanes", [samples::lost_update(), samples::peterson_tso()]) else {
        return;
    };
    browser.wait("return document.querySelectorAll('.head').length", 3);
    browser.wait(
        "return document.querySelectorAll('.picture .lane').length",
        3,
    );
    browser.wait(ROWS, 12);
    // The page itself does not scroll; what is in it does.
    browser.wait(
        "const d = document.documentElement; return d.scrollHeight <= d.clientHeight",
        true,
    );
    // The bug is what is shown first, and it is on the screen.
    browser.wait(SELECTED, "assertion failed: atomic_load(&counter) == 2");
    browser.wait(LINE, "19");
    browser.wait(
        "const r = document.querySelector('.row.failing').getBoundingClientRect();
         return r.top > 0 && r.bottom < innerHeight",
        true,
    );

    browser.press(&HOME.to_string());
    browser.wait(SELECTED, "thread 0 (add) begins");
    browser.press("jj");
    browser.press(&DOWN.to_string());
    browser.wait(SELECTED, "load counter = 0");
    browser.wait(
        "return document.querySelector('#step-card h2').textContent",
        "Step 2 thread 1 (add)",
    );
    browser.press("n");
    browser.wait(SELECTED, "store counter = 1");
    browser.wait(
        "return document.querySelector('#step-card h2').textContent",
        "Step 5 thread 1 (add)",
    );
    browser.press("p");
    browser.press(&UP.to_string());
    browser.press("k");
    browser.wait(SELECTED, "thread 1 (add) begins");
    browser.press(&END.to_string());
    browser.press("m");
    browser.wait(
        "return document.querySelector('#step-card h2').textContent",
        "Step 2 thread 1 (add)",
    );
    browser.wait(
        "return document.getElementById('lanes').getAttribute('aria-activedescendant')",
        "row-3",
    );

    // Store buffers are in the lanes of their owners.
    browser.press("]");
    browser.wait(SELECTED, "assertion failed: inside++ == 0");
    browser.wait("return document.querySelectorAll('.head').length", 3);
    browser.wait(
        "return document.querySelectorAll('.picture .lane.buffer').length",
        2,
    );
    browser.was_quiet();
}

#[test]
fn a_click_shows_the_source_and_the_state() {
    let Some(browser) = opened("click", [samples::peterson_tso()]) else {
        return;
    };
    browser.wait(SELECTED, "assertion failed: inside++ == 0");
    browser.click("#row-5 .label");
    browser.wait(SELECTED, "load flag[0] = 0");
    browser.wait(LINE, "11");
    let buffers = "return [...document.querySelectorAll('.has.buffer .item')].map(i => i.textContent).join('; ')";
    browser.wait(buffers, "flag[0] = 1; turn = 1; flag[1] = 1; turn = 0");
    let values =
        "return [...document.querySelectorAll('.values td')].map(v => v.textContent).join(' ')";
    browser.wait(values, "0 0 0 0");
    browser.click("#row-10 .label");
    browser.wait(SELECTED, "flush turn = 0");
    browser.wait(values, "1 1 1 \u{2192} 0 1");
    browser.was_quiet();
}

#[test]
fn locks_mailboxes_and_the_circle_are_shown() {
    let Some(browser) = opened("state", [samples::philosophers(5), samples::actors()]) else {
        return;
    };
    let waits = "waits at philosophers.c:7 for fork 1, which philosopher 1 holds";
    browser.wait(SELECTED, waits);
    browser.wait(LINE, "7");
    browser.wait(
        "return document.querySelectorAll('.has.locks .item').length",
        5,
    );
    browser.wait("return document.querySelectorAll('.ring .node').length", 5);
    browser.wait(
        "return document.querySelectorAll('.ring .edge.cycle').length",
        5,
    );
    browser.wait("return document.querySelectorAll('.row.wait').length", 6);
    browser.wait(
        "return document.querySelectorAll('.picture .edge.cycle').length",
        5,
    );
    browser.press("]");
    browser.wait(SELECTED, "exit: a request was never answered");
    let mail = "return [...document.querySelectorAll('.has.mailbox .item')].map(i => i.textContent).join('; ')";
    browser.wait(mail, "{put, <0.3>, 7}");
    browser.was_quiet();
}

#[test]
fn runs_fold_and_search_unfolds_them() {
    let Some(browser) = opened("search", [samples::data_race()]) else {
        return;
    };
    browser.wait(ROWS, 8);
    browser.wait(
        "return document.querySelector('.row.fold .what').textContent",
        "22 more of producer",
    );
    browser.press("/progress = 17");
    browser.wait(SELECTED, "store(relaxed) progress = 17");
    browser.wait(
        "return document.getElementById('hits').textContent",
        "1 of 1",
    );
    browser.wait(ROWS, 29);
    browser.press(&ESCAPE.to_string());
    browser.wait("return document.querySelectorAll('.row.hit').length", 0);
    browser.press("f");
    browser.wait(ROWS, 8);
    browser.press(&ENTER.to_string());
    browser.wait(ROWS, 29);
    browser.press("F");
    browser.wait(ROWS, 29);
    browser.press("F");
    browser.wait(ROWS, 8);
    browser.press(&HOME.to_string());
    browser.press("/tail");
    browser.wait(
        "return document.getElementById('hits').textContent",
        "1 of 2",
    );
    browser.press(&ENTER.to_string());
    browser.wait(
        "return document.getElementById('hits').textContent",
        "2 of 2",
    );
    browser.wait(SELECTED, "load(relaxed) tail = 1");
    browser.press(&ESCAPE.to_string());
    browser.press("/nowhere");
    browser.wait(
        "return document.getElementById('hits').textContent",
        "nothing found",
    );
    browser.was_quiet();
}

#[test]
fn the_overview_and_the_exploration_need_no_mouse() {
    let Some(browser) = opened("overview", [samples::lost_update()]) else {
        return;
    };
    browser.wait(SELECTED, "assertion failed: atomic_load(&counter) == 2");
    let focused = "return document.activeElement.id";
    // Past the link to the lanes and two buttons: the list of programs.
    browser.press(&TAB.to_string().repeat(4));
    browser.wait(focused, "nav-0");
    browser.press(&ENTER.to_string());
    browser.wait(
        "return document.querySelector('#overview h1').textContent",
        "lost",
    );
    browser.wait("return document.querySelectorAll('.figures dd').length", 4);
    browser.wait("return document.querySelectorAll('.tree .entry').length", 6);
    browser.click(".tree details details summary");
    browser.wait("return document.querySelectorAll('.tree .entry').length", 7);
    browser.press("?");
    browser.wait("return document.getElementById('help').open", true);
    browser.press(&ESCAPE.to_string());
    browser.wait("return document.getElementById('help').open", false);
    browser.press("]");
    browser.wait(focused, "lanes");
    browser.click("#copy");
    browser.wait(
        "return document.getElementById('copy').textContent",
        "Copied",
    );
    browser.was_quiet();
}

#[test]
fn texts_of_programs_stay_texts() {
    let Some(browser) = opened("evil", [samples::evil()]) else {
        return;
    };
    browser.wait(SELECTED, samples::EVIL);
    browser.wait(
        "return document.querySelector('#finding-title').textContent",
        format!("{0} and {0} wait for one another", samples::EVIL),
    );
    browser.press(&HOME.to_string());
    browser.wait(
        "return document.querySelector('.values td').textContent",
        "0 \u{2192} 0xffffffffffffffff",
    );
    browser.click("#nav-0");
    browser.wait(
        "return document.querySelector('#overview h1').textContent",
        samples::EVIL,
    );
    let harm = "return [document.querySelectorAll('img, svg[onload]').length, window.harm ?? null]";
    assert_eq!(browser.run(harm), json!([0, null]));
    browser.was_quiet();
    // Should a text become markup all the same, the policy of the page stops it.
    browser.run(
        "const s = document.createElement('script'); s.textContent = 'window.harm = 3'; document.body.append(s);
         const d = document.createElement('div'); d.innerHTML = '<img src=x onerror=\"window.harm = 4\">';
         document.body.append(d); fetch('http://127.0.0.1:9/').catch(() => { window.refused = true; })",
    );
    browser.wait("return window.refused ?? false", true);
    assert_eq!(browser.run("return window.harm ?? null"), json!(null));
    let complaints = browser.log().to_string();
    assert!(
        complaints.contains("Content Security Policy"),
        "{complaints}"
    );
}

#[test]
fn both_colour_schemes_are_there() {
    let Some(browser) = opened("colours", [samples::lost_update()]) else {
        return;
    };
    let ground = "return getComputedStyle(document.body).backgroundColor";
    let (light, dark) = ("rgb(246, 246, 244)", "rgb(19, 21, 23)");
    for (scheme, colour) in [("dark", dark), ("light", light)] {
        let features = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        browser.command("Emulation.setEmulatedMedia", &features);
        browser.wait(ground, colour);
    }
    // From what the system says to the other one, and on.
    for colour in [dark, light, light] {
        browser.press("t");
        browser.wait(ground, colour);
    }
    // What is written can be read: at least 4.5 to 1.
    for _ in 0..2 {
        browser.press("t");
        let worst = browser.run(CONTRAST);
        assert!(worst[0].as_f64() >= Some(4.5), "{worst}");
    }
    browser.was_quiet();
}

/// The least contrast of texts on their grounds, of those that matter most.
const CONTRAST: &str = "
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const light = (colour) => {
      canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
      const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)
        .map(c => c / 255).map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ground = (e) => {
      for (; e; e = e.parentElement) {
        const colour = getComputedStyle(e).backgroundColor;
        if (!/rgba\\(.*, 0(\\.\\d+)?\\)|transparent|color-mix|\\/ 0\\./.test(colour)) return colour;
      }
      return 'white';
    };
    let worst = [21];
    for (const e of document.querySelectorAll('h1, h2, .what, .facts dt, .facts dd, .link, .kind, .name, .message, .values th, .values td, .quiet')) {
      if (!e.offsetParent || !e.textContent) continue;
      const [a, b] = [light(getComputedStyle(e).color), light(ground(e))];
      const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      if (contrast < worst[0]) worst = [contrast, e.className, e.textContent, getComputedStyle(e).color, ground(e)];
    }
    return worst;";

#[test]
fn five_thousand_events_open_soon_and_sixty_lanes_scroll() {
    let Some(browser) = Browser::start("long") else {
        return;
    };
    let time = browser.open(&samples::report([samples::long(5000, 8)]).to_html());
    browser.wait(SELECTED, "assertion failed: state is consistent");
    eprintln!("5,000 events opened in {} ms", time.as_millis());
    assert!(time < Duration::from_secs(5), "{time:?}");
    let drawn = "return document.querySelectorAll('.row').length < 120";
    browser.wait(drawn, true);
    browser.press(&HOME.to_string());
    browser.wait("return document.querySelector('.row.selected').id", "row-0");
    browser.run("document.getElementById('scroller').scrollTop = 60000");
    browser.wait(
        "return document.querySelector('.row[data-row=\"2150\"]') !== null",
        true,
    );
    browser.wait(drawn, true);
    browser.was_quiet();

    browser.open(&samples::report([samples::long(400, 60)]).to_html());
    browser.wait("return document.querySelectorAll('.head').length", 60);
    browser.wait(
        "const s = document.getElementById('scroller'); return s.scrollWidth > s.clientWidth",
        true,
    );
    let is_seen =
        "const r = document.querySelector('.row.selected .label').getBoundingClientRect();
         const s = document.getElementById('scroller').getBoundingClientRect();
         return r.left >= s.left && r.right <= s.right + 1";
    browser.wait(is_seen, true);
    browser.press(&HOME.to_string());
    browser.wait(is_seen, true);
    // The heads stay where they are.
    browser.wait(
        "return Math.round(document.getElementById('heads').getBoundingClientRect().top
             - document.getElementById('scroller').getBoundingClientRect().top)",
        0,
    );
    browser.was_quiet();
}

#[test]
fn paper_has_all_findings_and_narrow_windows_nothing_cut() {
    let traces = [samples::lost_update(), samples::philosophers(3)];
    let Some(browser) = opened("paper", traces) else {
        return;
    };
    browser.wait(SELECTED, "assertion failed: atomic_load(&counter) == 2");
    browser.run(
        "addEventListener('beforeprint', () => {
           window.paper = [document.querySelectorAll('.paper-finding').length,
             document.querySelectorAll('.paper-events tbody tr').length];
         })",
    );
    // A file of this format begins with "%PDF".
    assert!(browser.print().starts_with("JVBER"));
    assert_eq!(browser.run("return window.paper"), json!([2, 12 + 6]));
    let size = json!({"width": 380, "height": 800, "deviceScaleFactor": 1, "mobile": false});
    browser.command("Emulation.setDeviceMetricsOverride", &size);
    browser.wait(
        "return document.documentElement.scrollWidth <= innerWidth",
        true,
    );
    browser.click("#nav-0");
    browser.wait(
        "return document.documentElement.scrollWidth <= innerWidth",
        true,
    );
    browser.was_quiet();
}

#[test]
fn a_report_of_nothing_is_a_page() {
    let Some(browser) = Browser::start("nothing") else {
        return;
    };
    browser.open(&Report::default().to_html());
    browser.wait(
        "return document.getElementById('summary').textContent",
        "Nothing was checked.",
    );
    browser.open(&samples::report([Trace::default()]).to_html());
    browser.wait("return document.getElementById('finding').hidden", false);
    browser.was_quiet();
}
