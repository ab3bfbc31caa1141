// sc: verified 1
// std::unordered_map, std::string, std::vector, std::deque and what is made of them.
#include <algorithm>
#include <cassert>
#include <deque>
#include <map>
#include <queue>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

int main() {
    std::unordered_map<int, int> squares;
    for (int i = 0; i < 40; i++)
        squares[i] = i * i;
    assert(squares.size() == 40 && squares[39] == 1521);
    squares.erase(3);
    assert(!squares.count(3));
    std::unordered_map<std::string, int> words;
    words["short"] = 1;
    words["one that does not fit into the object"] = 2;
    assert(words["short"] == 1 && words.size() == 2);
    std::unordered_set<int> set{1, 2, 1};
    assert(set.size() == 2);
    std::map<std::string, int> sorted(words.begin(), words.end());
    assert(sorted.begin()->second == 2);
    for (int i = 0; i < 100; i++)
        sorted[std::to_string(i)] = i;
    for (int i = 0; i < 100; i += 2)
        assert(sorted.erase(std::to_string(i)) == 1);
    assert(sorted.size() == 52 && sorted["51"] == 51);
    std::vector<int> numbers{3, 1, 2};
    std::sort(numbers.begin(), numbers.end());
    assert(numbers[0] == 1 && numbers[2] == 3);
    std::deque<int> deque;
    for (int i = 0; i < 200; i++)
        deque.push_back(i);
    assert(deque[150] == 150);
    std::priority_queue<int> queue;
    queue.push(1);
    queue.push(5);
    assert(queue.top() == 5);
    std::string text = "abc";
    text += "def";
    text.append(100, 'x');
    assert(text.size() == 106 && text.find("cd") == 2 && text.substr(1, 3) == "bcd");
    text.insert(0, "q").erase(0, 1).replace(0, 3, "XYZW");
    assert(text.compare(0, 4, "XYZW") == 0 && std::stoi("17") == 17);
}
