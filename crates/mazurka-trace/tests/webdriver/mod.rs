//! A browser for tests: Chromium without a window, driven by the WebDriver protocol.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What keeps Chromium from asking the network for anything, and works in a container.
const FLAGS: [&str; 10] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1440,900",
];

/// A browser. What it needs is gone when it is dropped, also if a test fails.
pub(crate) struct Browser {
    driver: Child,
    port: u16,
    session: String,
    folder: PathBuf,
}

impl Browser {
    /// Starts one; none if there is none on this machine, and says so.
    pub(crate) fn start(name: &str) -> Option<Browser> {
        let chromium = ["chromium", "chromium-browser", "google-chrome", "chrome"];
        let (Some(driver), Some(chromium)) = (
            on_path("chromedriver"),
            chromium.iter().find_map(|name| on_path(name)),
        ) else {
            eprintln!("skipped: there is no Chromium with chromedriver on the PATH");
            return None;
        };
        let folder = std::env::temp_dir().join(format!("mazurka-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the browser");
        let mut driver = Command::new(driver)
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver starts");
        let port = port_of(&mut driver);
        let mut browser = Browser {
            driver,
            port: port.unwrap_or(0),
            session: String::new(),
            folder,
        };
        assert!(port.is_some(), "chromedriver says no port");
        let mut flags: Vec<String> = FLAGS.map(str::to_owned).to_vec();
        flags.push(format!(
            "--user-data-dir={}",
            browser.folder.join("profile").display()
        ));
        let options = json!({"binary": chromium, "args": flags});
        let wishes =
            json!({"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}});
        let session = browser.ask(
            "POST",
            "/session",
            &json!({"capabilities": {"alwaysMatch": wishes}}),
        );
        browser.session = session["sessionId"].as_str().expect("a session").to_owned();
        Some(browser)
    }

    /// Opens a page, and says how long that took.
    pub(crate) fn open(&self, page: &str) -> Duration {
        let file = self.folder.join("page.html");
        std::fs::write(&file, page).expect("the page is written");
        let start = Instant::now();
        self.call(
            "POST",
            "/url",
            &json!({"url": format!("file://{}", file.display())}),
        );
        start.elapsed()
    }

    /// What a script returns.
    pub(crate) fn run(&self, script: &str) -> Value {
        self.call(
            "POST",
            "/execute/sync",
            &json!({"script": script, "args": []}),
        )
    }

    /// Waits until a script returns this.
    pub(crate) fn wait(&self, script: &str, expected: impl Into<Value>) {
        let expected = expected.into();
        let start = Instant::now();
        loop {
            let value = self.run(script);
            if value == expected {
                return;
            }
            assert!(
                start.elapsed() < Duration::from_secs(10),
                "{script}\nis {value}, not {expected}"
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Presses keys, one after the other.
    pub(crate) fn press(&self, keys: &str) {
        let actions: Vec<Value> = keys
            .chars()
            .flat_map(|key| {
                ["keyDown", "keyUp"].map(|what| json!({"type": what, "value": key.to_string()}))
            })
            .collect();
        let source = json!({"type": "key", "id": "keyboard", "actions": actions});
        self.call("POST", "/actions", &json!({"actions": [source]}));
    }

    /// Clicks the first element of this kind.
    pub(crate) fn click(&self, selector: &str) {
        let found = self.call(
            "POST",
            "/element",
            &json!({"using": "css selector", "value": selector}),
        );
        let element = found.as_object().and_then(|of| of.values().next());
        let element = element.and_then(Value::as_str).expect("an element");
        self.call("POST", &format!("/element/{element}/click"), &json!({}));
    }

    /// A command of Chromium's own protocol.
    pub(crate) fn command(&self, name: &str, parameters: &Value) -> Value {
        self.call(
            "POST",
            "/goog/cdp/execute",
            &json!({"cmd": name, "params": parameters}),
        )
    }

    /// The page on paper: the beginning of a file, in base 64.
    pub(crate) fn print(&self) -> String {
        let paper = self.call("POST", "/print", &json!({"background": true}));
        paper.as_str().expect("a file").to_owned()
    }

    /// Nothing was complained about, and nothing was loaded.
    pub(crate) fn was_quiet(&self) {
        assert_eq!(self.log(), json!([]));
        let loaded = self.run("return performance.getEntriesByType('resource').map(e => e.name)");
        assert_eq!(loaded, json!([]));
    }

    /// What the console has.
    pub(crate) fn log(&self) -> Value {
        self.call("POST", "/se/log", &json!({"type": "browser"}))
    }

    fn call(&self, method: &str, path: &str, body: &Value) -> Value {
        self.ask(method, &format!("/session/{}{path}", self.session), body)
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        let answer = self
            .try_ask(method, path, body)
            .expect("chromedriver answers");
        let value = &answer["value"];
        assert!(value.get("error").is_none(), "{method} {path}: {value}");
        value.clone()
    }

    fn try_ask(&self, method: &str, path: &str, body: &Value) -> std::io::Result<Value> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        let body = if method == "POST" {
            body.to_string()
        } else {
            String::new()
        };
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.port,
            body.len(),
        )?;
        let mut stream = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            stream.read_line(&mut line)?;
            if line.trim().is_empty() {
                break;
            }
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().unwrap_or(0);
            }
        }
        let mut body = vec![0; length];
        stream.read_exact(&mut body)?;
        Ok(serde_json::from_slice(&body)?)
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The driver ends the browser with the session.
        if !self.session.is_empty() {
            let _ = self.try_ask(
                "DELETE",
                &format!("/session/{}", self.session),
                &Value::Null,
            );
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The port that the driver says it has.
fn port_of(driver: &mut Child) -> Option<u16> {
    let lines = BufReader::new(driver.stdout.take()?).lines();
    for line in lines.map_while(Result::ok) {
        if let Some((_, rest)) = line.split_once("successfully on port ") {
            return rest.trim_end_matches('.').parse().ok();
        }
    }
    None
}

/// A program by its name.
fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let mut places = std::env::split_paths(&path).map(|folder: PathBuf| folder.join(name));
    places.find(|file: &PathBuf| Path::is_file(file))
}
